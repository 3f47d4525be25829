/** A sentence of ours that keeps quoted upstream text apart, so every report can escape it. */
export type Phrase = readonly PhrasePart[];
export type PhrasePart = string | { readonly quoted: string };

export function quoted(text: string): PhrasePart {
  return { quoted: text };
}

const maxNames = 5;

/** Formats `a, b and 3 more`, each in quotes. */
export function quotedList(texts: readonly string[]): Phrase {
  const shown = texts.slice(0, maxNames);
  const more = texts.length - shown.length;
  const parts = shown.flatMap((text, at) => (at === 0 ? [quoted(text)] : [", ", quoted(text)]));
  return more > 0 ? [...parts, ` and ${more} more`] : parts;
}

/** Renders the sentence, with quoted parts escaped as the report requires. */
export function render(phrase: Phrase, show: (text: string) => string): string {
  return phrase.map((part) => (typeof part === "string" ? part : show(part.quoted))).join("");
}
