import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { disguisesIn } from "./disguises.ts";

// Characters without a visible glyph: controls, formats, blanks other than space, fillers.
const hidden = /["\\]|(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Printable ASCII is unambiguous. */
const doubtful = /["\\]|[^ -~]/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Makes every character visible: unprintable and deceptive ones become `\u{…}`. */
export function visible(text: string): string {
  const disguises = disguisesIn(text);
  return text.replace(doubtful, (found, offset: number) =>
    hidden.test(found) || disguises.has(offset)
      ? (shortEscapes.get(found) ?? `\\u{${codePoint(found)}}`)
      : found,
  );
}

function codePoint(found: string): string {
  return (found.codePointAt(0) ?? 0).toString(16);
}

/** A value too long to grasp at a glance. */
const longValue = 500;

export interface Shown {
  readonly text: string;
  /** Number of shortened values. */
  readonly shortened: number;
}

/**
 * Formats a JSON value for a person, one member per line in canonical order. Marks long texts and
 * shows them whole or shortened.
 */
export function shownJson(value: JsonValue, long: "whole" | "begun"): Shown {
  let shortened = 0;
  return { text: write(value, ""), shortened };

  function write(part: JsonValue, indent: string): string {
    const deeper = `${indent}  `;
    if (typeof part === "string") return writeText(part);
    if (isJsonArray(part)) {
      return block(
        "[]",
        part.map((each) => deeper + write(each, deeper)),
        indent,
      );
    }
    if (!isJsonObject(part)) return JSON.stringify(part);
    const members = Object.keys(part)
      .toSorted()
      .map((key) => `${deeper}"${visible(key)}": ${write(part[key] ?? null, deeper)}`);
    return block("{}", members, indent);
  }

  function writeText(text: string): string {
    if (text.length <= longValue) return `"${visible(text)}"`;
    if (long === "whole") return `"${visible(text)}" [long: ${text.length} characters]`;
    shortened += 1;
    const begun = text.slice(0, longValue).toWellFormed();
    return `"${visible(begun)}" [the first ${longValue} of ${text.length} characters]`;
  }
}

function block(brackets: "[]" | "{}", lines: readonly string[], indent: string): string {
  if (lines.length === 0) return brackets;
  return `${brackets.charAt(0)}\n${lines.join(",\n")}\n${indent}${brackets.charAt(1)}`;
}
