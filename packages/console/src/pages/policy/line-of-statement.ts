/** Returns the line where a statement begins. Undefined if the text has no such id. */
export function lineOfStatement(text: string | null, id: string): number | undefined {
  // No other text is an id, and some are no part of a pattern.
  if (text === null || !/^[a-z][a-z\d-]*$/.test(id)) return undefined;
  const form = new RegExp(`\\bid:\\s*["']?${id}["']?\\s*(?:[,}#]|$)`);
  const at = text.split("\n").findIndex((line) => form.test(line));
  return at === -1 ? undefined : at + 1;
}
