import { type Token, tokensOf } from "./words.ts";

// A tool that only reads is about the same matter as the change that is asked for: "write this to memory"
// has most of its words in common with the tool that reads the memory.

/** Verbs that leave something changed, whatever they are done to. */
const changing =
  /^(?:append|delete|erase|insert|modify|overwrite|publish|remove|rename|save|send|store|update|upload)$/;
/** Verbs that do so where they are done to a place: a summary is written, too. */
const changingPlace = /^(?:add|copy|move|put|write)$/;
const towards = /^(?:to|into|onto)$/;

/** What may stand before an order: "please", "could you", "I would like to". */
const before =
  /^(?:please|kindly|now|then|just|also|can|could|will|would|you|i|we|i'd|i’d|want|need|like|help|me|let's|let’s|let|us|go|ahead|and|to)$/;

/** The stem of the verb by which a question plainly orders that something be changed. */
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
