import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { repeats } from "@toolcourt/gateway/internal/pipeline/stages/output-clauses";
import type { CallMade, RawOutput, ShownResult } from "@toolcourt/host/internal/answering/answer";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { foreignLines, type Look, noted, roomUnder, said, under, valueLines } from "./lines.ts";

const mostLines = 200;

/** The outcome of a call. */
export type Fate = "answered" | "unanswered" | "waits" | "not-called";

const titles: Readonly<Record<Fate, (tool: string) => string>> = {
  answered: (tool) => `Called ${tool}`,
  unanswered: (tool) => `Called ${tool}, without an answer`,
  waits: (tool) => `Asked for approval of ${tool}, which was not called`,
  "not-called": (tool) => `Not called: ${tool}`,
};

export function callLines(call: CallMade, fate: Fate, look: Look): readonly string[] {
  const hasArguments = Object.keys(call.arguments).length > 0;
  return [
    ...said(titles[fate](printable(call.tool)), look, "bold"),
    ...(hasArguments ? inFull(call.arguments, look) : noted("without arguments", look)),
  ];
}

/** Formats the tool's result: the structured part, and additional content of its blocks. */
export function resultLines(result: ShownResult, look: Look): readonly string[] {
  const title = result.isError ? "The tool says that it failed" : "Result";
  const { structured } = result;
  const blocks = result.content.filter(
    (block) => structured === undefined || !repeats(block, structured),
  );
  const parts = [
    ...(structured === undefined ? [] : inFull(withoutHints(structured, result.hints), look)),
    ...blocks.flatMap((block) => blockLines(block, look)),
  ];
  return [
    "",
    ...said(title, look, result.isError ? "red" : "bold"),
    ...(parts.length === 0 ? noted("nothing", look) : parts),
    ...noted(`SHA-256 ${result.sha256}`, look),
    ...(result.hints === undefined ? [] : hintLines(result.hints, look)),
  ];
}

/** Removes hints from the result, so that they are not shown as tool output. */
function withoutHints(structured: JsonValue, hints: JsonObject | undefined): JsonValue {
  if (hints === undefined || !isJsonObject(structured)) return structured;
  return Object.fromEntries(Object.entries(structured).filter(([, value]) => value !== hints));
}

/** Limits the number of lines. The rest is not generated. */
function inFull(value: JsonValue, look: Look): readonly string[] {
  const lines = [...valueLines(value, roomUnder(look)).take(mostLines + 1)];
  const shown = under(lines.slice(0, mostLines));
  return lines.length > mostLines ? [...shown, ...noted(cutNote, look)] : shown;
}

const cutNote = "[cut here: it is longer; --json prints all of it]";

function blockLines(block: JsonValue, look: Look): readonly string[] {
  if (!isJsonObject(block)) return inFull(block, look);
  const { type = null, text = null } = block;
  if (type === "text" && typeof text === "string") {
    return under(foreignLines(text, roomUnder(look, textMargin)), textMargin);
  }
  return inFull(withoutBytes(block), look);
}

const textMargin = "  | ";

/** Describes images and audio without their bytes, which people cannot read. */
function withoutBytes(block: JsonObject): JsonObject {
  const data = own(block, "data");
  return typeof data === "string" ? { ...block, data: `${data.length} characters` } : block;
}

function hintLines(hints: JsonObject, look: Look): readonly string[] {
  const told = Object.entries(hints).filter(([, value]) => !isEmpty(value));
  if (told.length === 0) return [];
  const title = "Suggestions of the tool. Nothing of this was followed:";
  return ["", ...said(title, look, "yellow"), ...inFull(Object.fromEntries(told), look)];
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Formats a quarantined result, for people only. */
export function rawLines(
  { quarantineId, text, isCut, sha256 }: RawOutput,
  look: Look,
): readonly string[] {
  return [
    "",
    ...said("UNVALIDATED output: it broke its contract", look, "red"),
    ...noted("Secrets are hidden. No model has seen any of it.", look),
    ...noted(`Kept as ${printable(quarantineId)}. SHA-256 of the whole: ${sha256}`, look),
    ...under(foreignLines(text, roomUnder(look, rawMargin)), rawMargin),
    ...(isCut ? noted("[cut here: it was longer]", look) : []),
  ];
}

const rawMargin = "  ! ";
