const texts = new WeakMap<object, string>();
/** Below this length serializing again is faster than caching. */
const worthIt = 4_096;

/**
 * Returns the JSON text of an immutable value, cached for the next caller. A result is hashed
 * before it is sent, and serializing a large one twice costs as much as validating it.
 */
export function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (text.length >= worthIt) texts.set(value, text);
  return text;
}

/** Returns the same text for its last use, and drops it from the cache early. */
export function lastTextOf(value: object): string {
  const known = texts.get(value);
  if (known === undefined) return JSON.stringify(value);
  texts.delete(value);
  return known;
}
