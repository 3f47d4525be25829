/** A word that may be the name of a tool, with the quotes and the noun around it. */
const word = /`?([A-Za-z0-9_-]{3,128})`?(?: (?:tool|function)\b)?/g;

/** A single word such as `search` is mostly meant as a word. */
const compound = /[_-]|[a-z0-9][A-Z]/;

/**
 * Replaces the names of the server's own tools by a sign that has no meaning. A server gains nothing
 * if it steers a model among its own tools: each of them could do the same by itself.
 */
export function withoutOwnTools(text: string, isBeside: (name: string) => boolean): string {
  if (!compound.test(text)) return text;
  return text.replaceAll(word, (found, name: string) =>
    compound.test(name) && isBeside(name) ? "§" : found,
  );
}
