import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { asksForWords, takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import { isPlainText, isTyped } from "../drafts/typed-value.ts";
import { Unsendable } from "./unsendable.ts";

/** An argument used in a request. */
export interface Sent {
  /** A JSON Pointer into the arguments. */
  readonly argument: string;
  readonly value: JsonValue;
  /** The name it is sent under. */
  readonly under: string;
}

/**
 * Refuses an argument that could act as a query although its schema rules that out. Schemas do not
 * enforce formats, and words with spaces can form a condition.
 */
export function checkQueryWords({ argument, value, under }: Sent, input: JsonObject): void {
  if (!takesLanguage(under)) return;
  const schema = schemaAt(input, argument);
  // A reviewer accepted this untyped argument.
  if (!isTyped(schema)) return;
  const choices = choicesOf(schema);
  const isPlain = asksForWords(under) ? isPlainText : isOneWord;
  const isAllowed = (word: JsonValue): boolean =>
    typeof word !== "string" || choices.includes(word) || isPlain(word);
  if ((isJsonArray(value) ? value : [value]).every(isAllowed)) return;
  throw new Unsendable(argument.slice(1), "a word of letters, digits and the signs . @ + - _");
}

/**
 * Returns whether a text is one word or one timestamp in any context, and cannot start a longer
 * expression.
 */
export function isOneWord(text: string): boolean {
  return /^(?:[\w.@+-]*|[\dTZ:.+-]*)$/.test(text) && !text.includes("--");
}

/** Returns the enum values of a schema, or of its items. */
export function choicesOf(schema: JsonValue | undefined): readonly JsonValue[] {
  const inList = isJsonObject(schema) ? own(schema, "items") : undefined;
  return [schema, inList].flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const choices = own(each, "enum");
    const only = own(each, "const");
    return [...(isJsonArray(choices) ? choices : []), ...(only === undefined ? [] : [only])];
  });
}
