/** Counts the characters as a person sees them: code points, without surrounding whitespace. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}

/** Returns the UTF-8 size of a text. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
