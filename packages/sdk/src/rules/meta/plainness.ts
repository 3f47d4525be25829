const markup = /```|^#{1,6}[ \t]|^[ \t]*\|.+\||<\/?[a-z][a-z0-9-]*>/im;

/** Abbreviations that people say without thinking of what they stand for, and words in capitals for emphasis. */
const familiar = new Set(
  `AI ALL ALWAYS AND ANY API ASC BTC CSV DELETE DESC EUR FALSE FAQ FOR GET GMT GPS GPU CPU HTML HTTP HTTPS ID
  IMAGE ISO JPEG JPG JSON KEY LIST MCP MUST NEVER NEWS NONE NOT NOTE NULL ONE ONLY OR PDF PNG POST PUT RAM READ
  SMS SQL TEXT THE THIS TRUE UI URI URL USB USD USE UTC UUID WITH XML YAML YES YOU ZIP`.split(
    /\s+/,
  ),
);

/** Whether a text holds code fences, headings, tables or tags. */
export function hasMarkup(text: string): boolean {
  return markup.test(text.slice(0, maxLength));
}

/** How many different abbreviations a text uses that are neither familiar nor explained in parentheses. */
export function unexplainedAcronyms(text: string): number {
  const used = text.slice(0, maxLength).match(/\(?\b[A-Z]{3,6}\b( \()?/g) ?? [];
  const explained = used.filter((found) => found.includes("(")).map(letters);
  const known = new Set([...familiar, ...explained]);
  return new Set(used.map(letters).filter((acronym) => !known.has(acronym))).size;
}

/** How many different names from code a text holds, such as `fetch_card` or `mergeDeck`. */
export function codeWords(text: string): number {
  const found = text.slice(0, maxLength).match(/\b([a-z0-9]+_[a-z0-9_]+|[a-z]+[A-Z][A-Za-z]+)\b/g);
  return new Set(found).size;
}

/** The share of letters that belong to no Latin alphabet. */
export function otherScriptShare(text: string): number {
  const all = text.slice(0, maxLength).match(/\p{L}/gu) ?? [];
  const others = all.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  return all.length === 0 ? 0 : others.length / all.length;
}

/** What a reader gets to before giving up; counting further would only cost time. */
const maxLength = 4_096;

function letters(found: string): string {
  return found.replace(/[^A-Z]/g, "");
}
