const form = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?[\w-]{1,40}="?[\w./:+-]{1,100}"?){0,4}$/;

/** Whether a text can stand in a header as one media type, its parameters included. */
export function isMediaType(text: string): boolean {
  return form.test(text);
}
