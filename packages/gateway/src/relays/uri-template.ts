/** Longer than any address in use. Matching costs the product of both lengths. */
const maxUriLength = 2_048;
const maxExpressions = 8;

/**
 * Tells whether a template has a scheme of its own. One that begins with an expression would claim
 * the addresses of every server.
 */
export function isUsableTemplate(template: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(template) && template.length <= maxUriLength;
}

/** Tells whether a caller may send an address because of a template: it matches and is safe. */
export function isExpansion(template: string, uri: string): boolean {
  return isUsableTemplate(template) && matchesTemplate(template, uri) && isSafeUri(uri);
}

/** Servers that decode twice are common. More often is not decoded by any. */
const maxDecoding = 3;

/**
 * Tells whether an address that no list names has only plain text in it, decoded as often as a
 * server might. A simple expression is one path segment: it must not climb out by `..`.
 */
export function isSafeUri(uri: string): boolean {
  if (uri === "" || uri.length > maxUriLength || uri.includes(" ")) return false;
  return decode(uri) !== undefined && staysPlain(uri);
}

function staysPlain(uri: string): boolean {
  let text = uri;
  for (let times = 0; times <= maxDecoding; times += 1) {
    if (!isPlain(text)) return false;
    // A literal percent sign is encoded, and decodes to half a code. Servers may decode the rest.
    const decoded = decode(text) ?? decodeAscii(text);
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

/** An encoded space is data. Line breaks, controls and climbing segments are not. */
function isPlain(text: string): boolean {
  if (/[\s\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll(" ", ""))) return false;
  return !text.split(/[/\\?&=#;:,]/).includes("..");
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeAscii(text: string): string {
  return text.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Tells whether an address may come from a template (RFC 6570). Unlike the regular expression of
 * the protocol's SDK, this has no catastrophic backtracking.
 */
export function matchesTemplate(template: string, uri: string): boolean {
  if (template.length > maxUriLength || uri.length > maxUriLength) return false;
  const parts = template.split(/(\{[^{}]*\})/);
  if (parts.length > maxExpressions * 2 + 1) return false;

  let reached: Places = new Set([0]);
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

/** What an expression may expand to, by its operator. */
interface Expansion {
  /** The first character, if there is any value. Default: none. */
  readonly lead?: string;
  /** Characters that its values cannot hold. */
  readonly without: string;
}

const simple: Expansion = { without: "/?#" };
const byOperator: ReadonlyMap<string, Expansion> = new Map(
  Object.entries({
    "+": { without: "" },
    "#": { lead: "#", without: "" },
    ".": { lead: ".", without: "/?#" },
    "/": { lead: "/", without: "?#" },
    ";": { lead: ";", without: "/?#" },
    "?": { lead: "?", without: "#" },
    "&": { lead: "&", without: "#" },
  }),
);

function afterExpression(expression: string, uri: string, starts: Places): Places {
  const operator = expression.charAt(1);
  const { lead, without } = byOperator.get(operator) ?? simple;
  const begins = (at: number): boolean =>
    starts.has(at) && (lead === undefined ? !without.includes(uri.charAt(at)) : uri[at] === lead);
  // With an operator, the values may be absent. Without one, there is at least one character.
  const ends = new Set<number>(byOperator.has(operator) ? starts : []);
  let isInside = false;
  for (let at = 0; at < uri.length; at += 1) {
    isInside = begins(at) || (isInside && !without.includes(uri.charAt(at)));
    if (isInside) ends.add(at + 1);
  }
  return ends;
}
