/** How many characters a person sees to count: code points, without blank ends. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}

/** The size of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
