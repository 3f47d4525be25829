import { type Token, tokensOf } from "./words.ts";

// A read-only tool can share most words with a requested change: "write this to memory" resembles
// the tool that reads the memory.

/** Verbs that change something, with any object. */
const changing =
  /^(?:append|delete|erase|insert|modify|overwrite|publish|remove|rename|save|send|store|update|upload)$/;
/** Verbs that change something only with a destination: a summary is written, too. */
const changingPlace = /^(?:add|copy|move|put|write)$/;
const towards = /^(?:to|into|onto)$/;

/** Words that may precede an order: "please", "could you", "I would like to". */
const before =
  /^(?:please|kindly|now|then|just|also|can|could|will|would|you|i|we|i'd|i’d|want|need|like|help|me|let's|let’s|let|us|go|ahead|and|to)$/;

/** Returns the stem of the verb by which a question plainly orders a change. */
export function askedChange(question: string): string | undefined {
  const words = tokensOf(question).filter(({ kind }) => kind === "word");
  const at = words.findIndex(({ lower }) => !before.test(lower));
  const [verb, ...rest] = at === -1 ? [] : words.slice(at);
  return verb !== undefined && isChange(verb, rest) ? verb.stems[0] : undefined;
}

function isChange({ lower }: Token, rest: readonly Token[]): boolean {
  if (changing.test(lower)) return true;
  return changingPlace.test(lower) && rest.some((word) => towards.test(word.lower));
}
