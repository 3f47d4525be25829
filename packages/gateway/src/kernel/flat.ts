/**
 * The same ASCII text in one piece. A text that was put together from others holds on to all of them
 * until somebody reads it, which costs whoever keeps many of them, such as ids, many times their size.
 */
export function flat(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}
