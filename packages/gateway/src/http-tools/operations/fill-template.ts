import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from "@toolcourt/sdk";
import { takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import { partsOf, pointerTo, wholeHole } from "../drafts/text-template.ts";
import { isPlainText } from "../drafts/typed-value.ts";
import { checkQueryWords, choicesOf, isOneWord, type Sent } from "./query-words.ts";
import { Unsendable } from "./unsendable.ts";

/** The values for holes. */
export interface Filling {
  readonly arguments: JsonObject;
  /** The input schema, which limits the texts. */
  readonly input: JsonObject;
}

/** Returns the text with its holes filled, or undefined if a value is missing. */
export function fillText(text: string, filling: Filling, under: string): string | undefined {
  const isQuery = takesLanguage(under);
  let before = "";
  const filled = partsOf(text).map((part) => {
    if (part.kind === "hole") {
      const isPlain = isQuery && !isQuoted(before) ? isOneWord : isPlainText;
      return wordFor(part.name, filling, isPlain);
    }
    before += part.text;
    return part.text;
  });
  return filled.includes(undefined) ? undefined : filled.join("");
}

/**
 * Returns whether a quotation is open after a text. A quoted value is one word, even with spaces.
 */
function isQuoted(before: string): boolean {
  let open = "";
  for (const sign of before) {
    if (sign === open) open = "";
    else if (open === "" && /['"`]/.test(sign)) open = sign;
  }
  return open !== "";
}

/** Returns the body with its holes filled. Omits missing values. `under` is its own name. */
export function fillBody(template: JsonValue, filling: Filling, under = ""): JsonValue | undefined {
  if (typeof template === "string") {
    const whole = wholeHole(template);
    return whole === undefined
      ? fillText(template, filling, under)
      : wholeOf({ argument: pointerTo(whole), under }, filling);
  }
  if (isJsonArray(template)) {
    return template.flatMap((each) => {
      const filled = fillBody(each, filling, under);
      return filled === undefined ? [] : [filled];
    });
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, each]) => {
      const filled = fillBody(each, filling, key);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function wholeOf(sent: Omit<Sent, "value">, filling: Filling): JsonValue | undefined {
  const value = valueAt(filling.arguments, sent.argument);
  if (value !== undefined) checkQueryWords({ ...sent, value }, filling.input);
  return value;
}

function wordFor(
  name: string,
  { arguments: given, input }: Filling,
  isPlain: (text: string) => boolean,
): string | undefined {
  const value = valueAt(given, pointerTo(name));
  if (value === undefined || value === null) return undefined;
  const choices = choicesOf(schemaAt(input, pointerTo(name)));
  // The schema was checked when the tool was read. Schema validation ignores formats, so they are
  // checked here.
  const isAllowed = (word: JsonValue): boolean =>
    typeof word === "number" ||
    typeof word === "boolean" ||
    (typeof word === "string" && (choices.includes(word) || isPlain(word)));
  const words = isJsonArray(value) ? value : [value];
  if (words.every(isAllowed)) return words.map(String).join(",");
  const signs = isPlain === isPlainText ? "digits, spaces and the signs . : @" : "digits and . @";
  throw new Unsendable(name, `letters, ${signs} + - _`);
}
