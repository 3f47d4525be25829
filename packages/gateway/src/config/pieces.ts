import {
  expected,
  expectedOneOf,
  expectedUnseen,
} from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";

// Building blocks of the schema. All messages are our own: a library's message may quote the value.

export const keysAndValues = { error: expected("keys and values") };

export function choice<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
): z.ZodEnum<{ [Choice in Choices[number]]: Choice }> {
  return z.enum(choices, { error: expectedOneOf(choices) });
}

export function listOf<Item extends z.ZodType>(item: Item, what: string): z.ZodArray<Item> {
  return z.array(item, { error: expected(`a list of ${what}`) });
}

export const positive = positiveInteger();
function positiveInteger(): z.ZodInt {
  const error = expected("a whole number of at least 1");
  return z.int({ error }).min(1, { error });
}

// Names are shown, compared and logged, so invisible characters are refused.
export function nameOf(what: string): z.ZodString {
  const error = expected(`${what}: 1 to 128 visible characters, no space at either end`);
  return z.string({ error }).regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,128}(?<!\s)$/u, { error });
}

export const toolName = nameOf("the name of a tool");
export const text = z.string({ error: expectedUnseen("a text") });
export const fullText = text.min(1, { error: expectedUnseen("a text that is not empty") });
export const trueOrFalse = z.boolean({ error: expected("true or false") });
