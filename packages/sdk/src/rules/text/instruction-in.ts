import { wordParts } from "../word-parts.ts";
import { type InstructionPhrase, instructionPhrases } from "./instruction-phrases.ts";

/** Returns the kind of instruction in a text, or undefined if there is none. */
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

// A model reads the words in a name such as `ignore_previous_instructions`.
function spoken(text: string): string {
  return /^[\w-]+$/.test(text) ? wordParts(text).join(" ") : text;
}

// Nearly every text matches none of them, and one pass shows it.
const anyPhrase = new RegExp(instructionPhrases.map(({ pattern }) => pattern.source).join("|"));

// Type names, keywords and most keys are shorter than any instruction.
const shortest = 12;
