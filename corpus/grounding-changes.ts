/** Turns a sentence into a false claim. Returns undefined if it has nothing to change. */
export type Change = (text: string) => string | undefined;

const units = [
  ["kilometers", "miles"],
  ["miles", "kilometers"],
  ["kg", "lb"],
  ["pounds", "kilograms"],
  ["percent", "dollars"],
  ["%", " kg"],
  ["days", "weeks"],
  ["weeks", "months"],
  ["months", "years"],
  ["years", "months"],
  ["hours", "days"],
  ["minutes", "hours"],
  ["feet", "meters"],
  ["meters", "feet"],
  ["$", "€"],
] as const;

const quantifiers = [
  ["all", "some"],
  ["some", "all"],
  ["many", "few"],
  ["most", "all"],
  ["several", "all"],
  ["every", "no"],
  ["each", "no"],
  ["few", "most"],
  ["often", "always"],
  ["usually", "always"],
  ["only", "usually"],
  ["both", "neither"],
] as const;

const comparisons = [
  ["more", "less"],
  ["less", "more"],
  ["higher", "lower"],
  ["lower", "higher"],
  ["larger", "smaller"],
  ["greater", "smaller"],
  ["before", "after"],
  ["after", "before"],
  ["increase", "decrease"],
  ["increased", "decreased"],
  ["first", "last"],
  ["over", "under"],
  ["better", "worse"],
] as const;

const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Changes to the claim. The quote stays as it is. */
export const claimChanges: Readonly<Record<string, Change>> = {
  number: (text) => replaced(text, /\d+/, (found) => String(Number(found) + 1)),
  unit: (text) => (/\d/.test(text) ? swapped(text, units) : undefined),
  date: (text) =>
    replaced(
      text,
      new RegExp(`\\b(?:${months.join("|")})(?= \\d)|\\b(?:1[89]|20)\\d\\d\\b`),
      moved,
    ),
  name: (text) => replaced(text, /(?<=[a-z,] )\p{Lu}\p{Ll}{3,}/u, () => "Zebulon"),
  "subject swap": (text) => {
    const two = apartIn(text, /(?<=[a-z,] )\p{Lu}\p{Ll}{3,}/gu);
    return two === undefined ? undefined : exchanged(text, two);
  },
  "other subject": (text) => {
    const two = apartIn(text, /(?<=[a-z,] )\p{Lu}\p{Ll}{3,}(?: \p{Lu}\p{Ll}+)*/gu);
    return two === undefined ? undefined : overwritten(text, two);
  },
  "number swap": (text) => {
    const two = apartIn(text, /(?<=[a-z,] )\d[\d,.]*(?<=\d)(?= [a-z])/gu);
    return two === undefined ? undefined : exchanged(text, two);
  },
  negation: (text) =>
    replaced(text, /\b(?:is|are|was|were|has|can|will|does|did)\b(?: not)?/, (found) =>
      found.endsWith(" not") ? found.slice(0, -4) : `${found} not`,
    ),
  quantifier: (text) => swapped(text, quantifiers),
  comparison: (text) => swapped(text, comparisons),
};

/** Two different matches in a text. */
type Two = readonly [RegExpExecArray, RegExpExecArray];

/**
 * Returns the first two matches, unless they are neighbors in a list, whose order means nothing.
 */
function apartIn(text: string, pattern: RegExp): Two | undefined {
  const [left, right] = text.matchAll(pattern);
  if (left === undefined || right === undefined || left[0] === right[0]) return undefined;
  const between = text.slice(left.index + left[0].length, right.index);
  return /^(?:[\s,&]|and|or|\p{Lu}\p{L}*)*$/u.test(between) ? undefined : [left, right];
}

function exchanged(text: string, [left, right]: Two): string {
  const between = text.slice(left.index + left[0].length, right.index);
  const after = text.slice(right.index + right[0].length);
  return text.slice(0, left.index) + right[0] + between + left[0] + after;
}

function overwritten(text: string, [left, right]: Two): string {
  return text.slice(0, left.index) + right[0] + text.slice(left.index + left[0].length);
}

const maxQuoteLength = 60;

/** Appends half of another text, without names and numbers that would give it away. */
export function withTail(text: string, other: string): string | undefined {
  const words = other.toLowerCase().replaceAll(/\d/g, "").split(/\s+/);
  const tail = words
    .slice(words.length / 2)
    .join(" ")
    .replace(/[.?!]+$/, "");
  if (text.length < maxQuoteLength || tail.length > maxQuoteLength || words.length < 12)
    return undefined;
  return `${text.replace(/[.?!]+$/, "")} and ${tail}.`;
}

function moved(found: string): string {
  const at = months.indexOf(found);
  return at === -1 ? String(Number(found) - 1) : (months[(at + 1) % 12] ?? "");
}

function replaced(
  text: string,
  pattern: RegExp,
  by: (found: string) => string,
): string | undefined {
  const changed = text.replace(pattern, by);
  return changed === text ? undefined : changed;
}

function swapped(text: string, pairs: readonly (readonly [string, string])[]): string | undefined {
  for (const [from, to] of pairs) {
    const isWord = /^\w/.test(from);
    const pattern = isWord ? new RegExp(`\\b${from}\\b`) : new RegExp(`\\${from}`);
    if (pattern.test(text)) return text.replace(pattern, () => to);
  }
  return undefined;
}
