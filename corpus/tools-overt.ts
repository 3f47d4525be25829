import type { CollectedText } from "./tools-data.ts";

/**
 * Returns whether a text openly instructs a model. Uses broad signs any reader would see, not the
 * scanner's phrases. The signs: the collectors' label, a demand, a fenced-off note, or a recipient
 * address.
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
