import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  step,
  valueAt,
} from "@toolcourt/sdk";
import { partsOf, pointerTo, wholeHole } from "../drafts/text-template.ts";
import { isPlainText } from "../drafts/typed-value.ts";
import { Unsendable } from "./unsendable.ts";

/** What holes are filled with. */
export interface Filling {
  readonly arguments: JsonObject;
  /** The schema of the input, which says what a text may be. */
  readonly input: JsonObject;
}

/** The text with its holes filled, or undefined where one of them has nothing to be filled with. */
export function fillText(text: string, filling: Filling): string | undefined {
  const filled = partsOf(text).map((part) =>
    part.kind === "fixed" ? part.text : wordFor(part.name, filling),
  );
  return filled.includes(undefined) ? undefined : filled.join("");
}

/** The body with its holes filled. What nothing is given for is left out. */
export function fillBody(template: JsonValue, filling: Filling): JsonValue | undefined {
  if (typeof template === "string") {
    const whole = wholeHole(template);
    return whole === undefined
      ? fillText(template, filling)
      : valueAt(filling.arguments, pointerTo(whole));
  }
  if (isJsonArray(template)) {
    return template.flatMap((each) => {
      const filled = fillBody(each, filling);
      return filled === undefined ? [] : [filled];
    });
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, each]) => {
      const filled = fillBody(each, filling);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function wordFor(name: string, filling: Filling): string | undefined {
  const value = valueAt(filling.arguments, pointerTo(name));
  if (value === undefined || value === null) return undefined;
  const words = isJsonArray(value) ? value : [value];
  const allowed = choicesOf(name, filling.input);
  return words.map((word) => plainWord(name, word, allowed)).join(",");
}

// The schema was looked at when the tool was read. Formats are no part of what it checks, so this is.
function plainWord(name: string, word: JsonValue, allowed: readonly JsonValue[]): string {
  if (typeof word === "number" || typeof word === "boolean") return String(word);
  if (typeof word === "string" && (allowed.includes(word) || isPlainText(word))) return word;
  throw new Unsendable(name, "letters, digits, spaces and the signs . : @ + - _");
}

function choicesOf(name: string, input: JsonObject): readonly JsonValue[] {
  const schema = valueAt(
    input,
    name
      .split(".")
      .map((each) => `/properties${step(each)}`)
      .join(""),
  );
  const inList = isJsonObject(schema) ? own(schema, "items") : undefined;
  return [schema, inList].flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const choices = own(each, "enum");
    const only = own(each, "const");
    return [...(isJsonArray(choices) ? choices : []), ...(only === undefined ? [] : [only])];
  });
}
