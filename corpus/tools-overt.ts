import type { CollectedText } from "./tools-data.ts";

/**
 * Whether a text openly tells a model what to do. Decided by broad signs that any reader would see,
 * not by the phrases that the scanner looks for: the collectors called it an injection, it addresses its
 * reader with a demand, it fences a note off from the rest, or it names an address to write to.
 */
export function isOvert({ text, label, category }: CollectedText): boolean {
  if (label === "benign" || label === "malicious-capability") return false;
  return category === "prompt-injection" || signs.some((sign) => sign.test(text));
}

const signs: readonly RegExp[] = [
  /\byou (?:must|should|could|need to|have to)\b/i,
  /<(important|hidden|system)>|\[(important|hidden|system)\]/i,
  /(?<!\bnot )\b(?:use|run|execute|call) this (?:tool|function)\b/i,
  /\bignore (?:all |any |the )?previous\b/i,
  /[\w.-]{1,64}@[\w-]{1,63}\.[a-z]/i,
];
