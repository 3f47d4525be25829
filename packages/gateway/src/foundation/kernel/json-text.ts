const texts = new WeakMap<object, string>();
/** A shorter text is made anew in less time than it takes to remember one. */
const worthIt = 4_096;

/**
 * The JSON text of something that nobody changes any more, remembered for whoever needs it next: a result is
 * written down as a digest before it leaves, and to make a large text twice costs as much as to check it.
 */
export function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (text.length >= worthIt) texts.set(value, text);
  return text;
}

/** The same for the last one who needs it: what is remembered must not outlive its use by as long as a cache lasts. */
export function lastTextOf(value: object): string {
  const known = texts.get(value);
  if (known === undefined) return JSON.stringify(value);
  texts.delete(value);
  return known;
}
