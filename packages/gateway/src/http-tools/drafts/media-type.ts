const form = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?[\w-]{1,40}="?[\w./:+-]{1,100}"?){0,4}$/;

/** Reports whether a text is a single valid media type, parameters included. */
export function isMediaType(text: string): boolean {
  return form.test(text);
}
