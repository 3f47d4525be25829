const longest = 1_000;

/**
 * Truncates a pointer for messages. A key may be as long as the document, and occur in every
 * pointer.
 */
export function shownPointer(pointer: string): string {
  return pointer.length > longest ? `${pointer.slice(0, longest).toWellFormed()}…` : pointer;
}
