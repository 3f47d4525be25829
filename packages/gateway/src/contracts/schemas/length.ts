/** How many characters a text has, as JSON Schema counts: a surrogate pair is one. */
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

/** Counts only when it must: a text has at most as many characters as units, and at least half as many. */
export function hasAtMost(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  return text.length <= 2 * limit && lengthOf(text) <= limit;
}

export function hasAtLeast(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  return text.length >= 2 * limit || lengthOf(text) >= limit;
}
