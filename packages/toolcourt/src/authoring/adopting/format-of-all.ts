/** Only forms that no text matches by chance. */
const formats: readonly (readonly [name: string, form: RegExp])[] = [
  ["date-time", /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/],
  ["date", /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
];

/** Returns the format that every text matches. Undefined if there is none, or no text. */
export function formatOfAll(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  return formats.find(([, form]) => texts.every((text) => form.test(text)))?.[0];
}
