/**
 * Reports whether a text ends with YAML's end marker. A truncated text can look complete and mean
 * something else: a statement without its condition, a key without its tenant.
 */
export function hasEnd(text: string): boolean {
  return /(^|\n)\.\.\.\s*$/.test(text);
}

export const noEnd = "The end is missing: write ... on the last line.";
