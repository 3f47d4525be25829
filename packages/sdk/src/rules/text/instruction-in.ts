import { wordParts } from "../word-parts.ts";
import { type InstructionPhrase, instructionPhrases } from "./instruction-phrases.ts";

/** How a text speaks to a model, if it does. */
export function instructionIn(text: string): InstructionPhrase | undefined {
  if (text.length < shortest) return undefined;
  const plain = spoken(text)
    .normalize("NFKC")
    .replaceAll(/\s+/g, " ")
    .replaceAll("*", "")
    .toLowerCase();
  return anyPhrase.test(plain)
    ? instructionPhrases.find(({ pattern }) => pattern.test(plain))
    : undefined;
}

// `ignore_previous_instructions` is a name, and a model reads the words in it.
function spoken(text: string): string {
  return /^[\w-]+$/.test(text) ? wordParts(text).join(" ") : text;
}

// Nearly every text has none of them, and one pass tells.
const anyPhrase = new RegExp(instructionPhrases.map(({ pattern }) => pattern.source).join("|"));

// Type names, keywords and most keys are shorter than any instruction.
const shortest = 12;
