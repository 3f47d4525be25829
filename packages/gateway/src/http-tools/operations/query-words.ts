import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { asksForWords, takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import { isPlainText, isTyped } from "../drafts/typed-value.ts";
import { Unsendable } from "./unsendable.ts";

/** An argument that a request is made of. */
export interface Sent {
  /** A JSON Pointer into the arguments. */
  readonly argument: string;
  readonly value: JsonValue;
  /** The name that it is sent under. */
  readonly under: string;
}

/**
 * Refuses an argument that would be a query, where the schema promised that it is none. A format is a
 * promise that no schema checks, and words with spaces between them can be a condition.
 */
export function checkQueryWords({ argument, value, under }: Sent, input: JsonObject): void {
  if (!takesLanguage(under)) return;
  const schema = schemaAt(input, argument);
  // What is not typed was let through by somebody who saw it.
  if (!isTyped(schema)) return;
  const choices = choicesOf(schema);
  const isPlain = asksForWords(under) ? isPlainText : isOneWord;
  const isAllowed = (word: JsonValue): boolean =>
    typeof word !== "string" || choices.includes(word) || isPlain(word);
  if ((isJsonArray(value) ? value : [value]).every(isAllowed)) return;
  throw new Unsendable(argument.slice(1), "a word of letters, digits and the signs . @ + - _");
}

/** Whether a text is one word or one moment wherever it stands, and begins nothing that goes on behind it. */
export function isOneWord(text: string): boolean {
  return /^(?:[\w.@+-]*|[\dTZ:.+-]*)$/.test(text) && !text.includes("--");
}

/** What a schema lists, for a value or for each value of a list. */
export function choicesOf(schema: JsonValue | undefined): readonly JsonValue[] {
  const inList = isJsonObject(schema) ? own(schema, "items") : undefined;
  return [schema, inList].flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const choices = own(each, "enum");
    const only = own(each, "const");
    return [...(isJsonArray(choices) ? choices : []), ...(only === undefined ? [] : [only])];
  });
}
