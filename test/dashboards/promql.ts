/** The metrics and labels that an expression uses. */
export interface Used {
  readonly metrics: readonly { readonly name: string; readonly labels: readonly string[] }[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly grouping: readonly string[];
}

const words = ["and", "or", "unless", "bool", "offset", "group_left", "group_right", "inf", "nan"];
const grouper = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
/** A word before a parenthesis is a function or an operator. */
const selector = /\b([a-zA-Z_:][\w:]*)\b(?!\s*\()\s*(\{[^}]*\})?/g;

/**
 * Reads the names in an expression. Enough for the expressions of this repository: Prometheus
 * itself checks their grammar.
 */
export function readNames(expression: string): Used {
  const grouping = [...expression.matchAll(grouper)].flatMap(([, names = ""]) => wordsIn(names));
  const rest = expression.replaceAll(grouper, "").replaceAll(/\[[^\]]*\]/g, "");
  const metrics = [...rest.matchAll(selector)]
    .filter(([, name = ""]) => !words.includes(name.toLowerCase()))
    .map(([, name = "", labels = ""]) => ({ name, labels: labelsIn(labels) }));
  if (rest.replaceAll(selector, "").includes("{")) throw new Error("A selector has no name.");
  return { metrics, grouping };
}

function wordsIn(names: string): readonly string[] {
  return names.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}

function labelsIn(labels: string): readonly string[] {
  return [...labels.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, name = ""]) => name);
}
