/** How authors call fields, in whatever script. */
const fieldName = /^[$@_]{0,2}\p{L}[\p{L}\p{N}_-]{0,63}$/u;

/** Parts of ids, dates and numbers, which no author writes into the name of a field. */
const fromData = /\d{4}|^[0-9a-f]{8}(?:-?[0-9a-f]{4}){2,}/i;

/** No schema may name them: objects are poisoned through them. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

/** Whether the name of a member looks like a value: a path, an address, an id, a date, a sentence. */
export function isDataLike(name: string): boolean {
  return !fieldName.test(name) || fromData.test(name) || reserved.has(name);
}
