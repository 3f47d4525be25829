/**
 * Licenses that let everything be shipped with their notice alone. None demands that changes or
 * combined works are published.
 */
const permissive: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
]);

/** Reports whether an SPDX expression leaves a permissive choice. An unknown license is none. */
export function isPermissive(expression: string): boolean {
  const text = expression.trim();
  const alternatives = splitOutside(text, " OR ");
  if (alternatives.length > 1) return alternatives.some(isPermissive);
  const parts = splitOutside(text, " AND ");
  if (parts.length > 1) return parts.every(isPermissive);
  const inner = /^\((.*)\)$/.exec(text)?.[1];
  return inner === undefined ? permissive.has(text) : isPermissive(inner);
}

/** Splits at a word that is in no parentheses. */
function splitOutside(text: string, word: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of text.split(word)) {
    if (depth === 0 && parts.at(-1) !== "") parts.push(piece);
    else parts.push(`${parts.pop() ?? ""}${depth === 0 ? "" : word}${piece}`);
    depth += piece.split("(").length - piece.split(")").length;
  }
  return parts;
}
