/**
 * Half of a text can look like a whole one that says something else: a statement without its condition, a
 * key without its tenant. So a text counts as whole only when it says that it ends, as YAML does.
 */
export function hasEnd(text: string): boolean {
  return /(^|\n)\.\.\.\s*$/.test(text);
}

export const noEnd = "The end is missing: write ... on the last line.";
