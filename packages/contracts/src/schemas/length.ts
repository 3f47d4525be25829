/** Counts characters as JSON Schema does: a surrogate pair is one. */
function lengthOf(text: string): number {
  let pairs = 0;
  for (let i = 1; i < text.length; i += 1) {
    if (text.charCodeAt(i) >> 10 === 0b110111 && text.charCodeAt(i - 1) >> 10 === 0b110110) {
      pairs += 1;
      i += 1;
    }
  }
  return text.length - pairs;
}

/**
 * Counts only if needed: a text has at most as many characters as code units, and at least half.
 */
export function hasAtMost(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  return text.length <= 2 * limit && lengthOf(text) <= limit;
}

export function hasAtLeast(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  return text.length >= 2 * limit || lengthOf(text) >= limit;
}
