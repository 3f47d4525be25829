// Matching costs the product of both lengths, and templates are untrusted.
const longest = 2_048;
const mostExpressions = 8;

/**
 * Tells whether an address may come from a template (RFC 6570). A simple expression matches one
 * path segment, one with an operator any text. Unlike the regular expression of the protocol's SDK,
 * this has no catastrophic backtracking.
 */
export function matchesTemplate(template: string, uri: string): boolean {
  if (template.length > longest || uri.length > longest) return false;
  const parts = template.split(/(\{[^{}]*\})/);
  if (parts.length > mostExpressions * 2 + 1) return false;

  let reached: ReadonlySet<number> = new Set([0]);
  for (const [index, part] of parts.entries()) {
    const isExpression = index % 2 === 1;
    reached = isExpression ? afterExpression(part, uri, reached) : afterText(part, uri, reached);
  }
  return reached.has(uri.length);
}

type Places = ReadonlySet<number>;

function afterText(text: string, uri: string, starts: Places): Places {
  const matching = [...starts].filter((at) => uri.startsWith(text, at));
  return new Set(matching.map((at) => at + text.length));
}

function afterExpression(expression: string, uri: string, starts: Places): Places {
  return /^\{\w/.test(expression) ? afterStep(uri, starts) : afterAnything(uri, starts);
}

function afterStep(uri: string, starts: Places): Places {
  const ends = new Set<number>();
  let isInside = false;
  for (let at = 0; at < uri.length; at += 1) {
    isInside = (isInside || starts.has(at)) && uri[at] !== "/";
    if (isInside) ends.add(at + 1);
  }
  return ends;
}

function afterAnything(uri: string, starts: Places): Places {
  const first = Math.min(...starts);
  const ends = new Set<number>();
  for (let at = first; at <= uri.length; at += 1) ends.add(at);
  return ends;
}
