import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { repeats } from "@toolcourt/gateway/internal/pipeline/stages/output-clauses";
import type { CallMade, RawOutput, ShownResult } from "@toolcourt/host/internal/answering/answer";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  foreignLines,
  type Layout,
  noteLines,
  ourLines,
  under,
  valueLines,
  widthUnder,
} from "./lines.ts";

const maxLines = 200;

/** The outcome of a call. */
export type Fate = "answered" | "unanswered" | "waits" | "not-called";

const titles: Readonly<Record<Fate, (tool: string) => string>> = {
  answered: (tool) => `Called ${tool}`,
  unanswered: (tool) => `Called ${tool}, without an answer`,
  waits: (tool) => `Asked for approval of ${tool}, which was not called`,
  "not-called": (tool) => `Not called: ${tool}`,
};

export function callLines(call: CallMade, fate: Fate, layout: Layout): readonly string[] {
  const hasArguments = Object.keys(call.arguments).length > 0;
  return [
    ...ourLines(titles[fate](printable(call.tool)), layout, "bold"),
    ...(hasArguments ? inFull(call.arguments, layout) : noteLines("without arguments", layout)),
  ];
}

/** Formats the tool's result: the structured part, and additional content of its blocks. */
export function resultLines(result: ShownResult, layout: Layout): readonly string[] {
  const title = result.isError ? "The tool says that it failed" : "Result";
  const { structured } = result;
  const blocks = result.content.filter(
    (block) => structured === undefined || !repeats(block, structured),
  );
  const parts = [
    ...(structured === undefined ? [] : inFull(withoutHints(structured, result.hints), layout)),
    ...blocks.flatMap((block) => blockLines(block, layout)),
  ];
  return [
    "",
    ...ourLines(title, layout, result.isError ? "red" : "bold"),
    ...(parts.length === 0 ? noteLines("nothing", layout) : parts),
    ...noteLines(`SHA-256 ${result.sha256}`, layout),
    ...(result.hints === undefined ? [] : hintLines(result.hints, layout)),
  ];
}

/** Removes hints from the result, so that they are not shown as tool output. */
function withoutHints(structured: JsonValue, hints: JsonObject | undefined): JsonValue {
  if (hints === undefined || !isJsonObject(structured)) return structured;
  return Object.fromEntries(Object.entries(structured).filter(([, value]) => value !== hints));
}

/** Limits the number of lines. The rest is not generated. */
function inFull(value: JsonValue, layout: Layout): readonly string[] {
  const lines = [...valueLines(value, widthUnder(layout)).take(maxLines + 1)];
  const shown = under(lines.slice(0, maxLines));
  return lines.length > maxLines ? [...shown, ...noteLines(cutNote, layout)] : shown;
}

const cutNote = "[cut here: it is longer; --json prints all of it]";

function blockLines(block: JsonValue, layout: Layout): readonly string[] {
  if (!isJsonObject(block)) return inFull(block, layout);
  const { type = null, text = null } = block;
  if (type === "text" && typeof text === "string") {
    return under(foreignLines(text, widthUnder(layout, textMargin)), textMargin);
  }
  return inFull(withoutBytes(block), layout);
}

const textMargin = "  | ";

/** Describes images and audio without their bytes, which people cannot read. */
function withoutBytes(block: JsonObject): JsonObject {
  const data = own(block, "data");
  return typeof data === "string" ? { ...block, data: `${data.length} characters` } : block;
}

function hintLines(hints: JsonObject, layout: Layout): readonly string[] {
  const given = Object.entries(hints).filter(([, value]) => !isEmpty(value));
  if (given.length === 0) return [];
  const title = "Suggestions of the tool (not followed):";
  return ["", ...ourLines(title, layout, "yellow"), ...inFull(Object.fromEntries(given), layout)];
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Formats a quarantined result, for people only. */
export function rawLines(
  { quarantineId, text, isCut, sha256 }: RawOutput,
  layout: Layout,
): readonly string[] {
  return [
    "",
    ...ourLines("UNVALIDATED output: it broke its contract", layout, "red"),
    ...noteLines("Secrets are redacted. No model has seen any of it.", layout),
    ...noteLines(`Kept as ${printable(quarantineId)}. SHA-256 of the whole: ${sha256}`, layout),
    ...under(foreignLines(text, widthUnder(layout, rawMargin)), rawMargin),
    ...(isCut ? noteLines("[cut here: it was longer]", layout) : []),
  ];
}

const rawMargin = "  ! ";
