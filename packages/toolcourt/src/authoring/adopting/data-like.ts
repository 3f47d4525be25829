/** A field name as authors write it, in any script. */
const fieldName = /^[$@_]{0,2}\p{L}[\p{L}\p{N}_-]{0,63}$/u;

/** Parts of ids, dates and numbers, which authors do not put into field names. */
const fromData = /\d{4}|^[0-9a-f]{8}(?:-?[0-9a-f]{4}){2,}/i;

/** No schema may name these: they enable prototype pollution. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns whether a member's name looks like data: a path, an address, an id, a date, a sentence.
 */
export function isDataLike(name: string): boolean {
  return !fieldName.test(name) || fromData.test(name) || reserved.has(name);
}
