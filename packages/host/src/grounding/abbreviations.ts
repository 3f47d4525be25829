import { isGlued, type Token, tokenAt } from "../planner/words.ts";

/** Titles, initials and the like: "Mr.", "I.", "Inc.". */
const short = /^\p{Lu}\p{L}{0,3}$/u;

/** Returns whether a full stop belongs to the word before it and ends no sentence. */
export function isOfAbbreviation(tokens: readonly Token[], at: number): boolean {
  const next = tokenAt(tokens, at + 1);
  if (tokenAt(tokens, at).text !== "." || next.kind !== "word") return false;
  if (!isGlued(tokens, at - 1)) return false;
  return short.test(tokenAt(tokens, at - 1).text) || /^\p{Ll}/u.test(next.text);
}
