const longest = 1_000;

/** A pointer as it is told. A key may be as long as the document, and stand in the pointers of all operations. */
export function shownPointer(pointer: string): string {
  return pointer.length > longest ? `${pointer.slice(0, longest).toWellFormed()}…` : pointer;
}
