/**
 * Converts a client configuration to JSON. Replaces comments and trailing commas with blanks, so
 * every offset stays the same.
 */
export function plainJson(text: string): string {
  return outsideTexts(withoutComments(text), (part) => part.replaceAll(/,(?=\s*[}\]])/g, " "));
}

/** Replaces comments with blanks, so every offset stays the same. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { kind, from, to } of spansIn(text)) {
    if (kind !== "comment") continue;
    parts.push(text.slice(at, from), text.slice(from, to).replaceAll(/[^\n]/g, " "));
    at = to;
  }
  return parts.join("") + text.slice(at);
}

function outsideTexts(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spansIn(text)) {
    parts.push(change(text.slice(at, from)), text.slice(from, to));
    at = to;
  }
  return parts.join("") + change(text.slice(at));
}

interface Span {
  readonly kind: "text" | "comment";
  readonly from: number;
  readonly to: number;
}

/** Finds texts and comments in one pass: a file of a project may come from others. */
function* spansIn(text: string): Generator<Span> {
  const begins = /"|\/\/|\/\*/g;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const { index: from } = found;
    const to = ends[found[0]]?.(text, from);
    // What is never closed is left to the reader of the JSON, which names its place.
    if (to === undefined) return;
    yield { kind: found[0] === '"' ? "text" : "comment", from, to };
    begins.lastIndex = to;
  }
}

const ends: Readonly<Record<string, (text: string, from: number) => number | undefined>> = {
  '"': endOfText,
  "//": (text, from) => after(text.indexOf("\n", from), 0) ?? text.length,
  "/*": (text, from) => after(text.indexOf("*/", from + 2), 2),
};

function after(at: number, length: number): number | undefined {
  return at === -1 ? undefined : at + length;
}

function endOfText(text: string, from: number): number | undefined {
  const special = /["\\]/g;
  special.lastIndex = from + 1;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    special.lastIndex = found.index + 2;
  }
  return undefined;
}
