import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
  valueAt,
} from "@toolcourt/sdk";
import { takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import {
  holesIn,
  isQuoted,
  partsOf,
  piecesOf,
  pointerTo,
  wholeHole,
} from "../drafts/text-template.ts";
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

/** Returns the pieces in one text, without those whose arguments are missing. */
export function fillPieces(pieces: JsonArray, filling: Filling, under: string): string {
  return pieces
    .filter((piece) => typeof piece === "string")
    .map((piece) => fillText(piece, filling, under) ?? leftOut(piece, filling))
    .join("");
}

/**
 * Leaves a piece out. Refuses if one of its optional arguments was given: the caller asked for a
 * condition, and a query without it returns more.
 */
function leftOut(piece: string, { arguments: given, input }: Filling): "" {
  const isMissing = (name: string): boolean => (valueAt(given, pointerTo(name)) ?? null) === null;
  const holes = holesIn(piece);
  const extra = holes.find((name) => !isMissing(name) && !isRequired(name, input));
  if (extra === undefined) return "";
  throw new Unsendable(holes.find(isMissing) ?? extra, `a value, as ${extra} has one`);
}

function isRequired(name: string, input: JsonObject): boolean {
  const steps = name.split(".");
  return steps.every((step, index) => {
    const holder = schemaAt(input, steps.slice(0, index).map(pointerToken).join(""));
    const required = isJsonObject(holder) ? own(holder, "required") : undefined;
    return isJsonArray(required) && required.includes(step);
  });
}

/** Returns the body with its holes filled. Omits missing values. `under` is its own name. */
export function fillBody(template: JsonValue, filling: Filling, under = ""): JsonValue | undefined {
  if (typeof template === "string") {
    const whole = wholeHole(template);
    return whole === undefined
      ? fillText(template, filling, under)
      : wholeOf({ argument: pointerTo(whole), under }, filling);
  }
  const pieces = piecesOf(template);
  if (pieces !== undefined) return fillPieces(pieces, filling, under);
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
