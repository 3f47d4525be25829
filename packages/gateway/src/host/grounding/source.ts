import { isJsonArray, isJsonObject, type JsonValue, step, stepsOf, valueAt } from "@toolcourt/sdk";
import { type Extent, sentencesOf } from "./sentences.ts";

/** Where a quote stands: a value of the result, and the characters of its text. */
export interface Place extends Extent {
  /** A JSON Pointer into the result. */
  readonly pointer: string;
}

/** A sentence or a whole field of a result, which a summary can quote by its id. */
export interface Span extends Place {
  readonly id: string;
  readonly kind: "sentence" | "field";
  /** What is quoted: the sentence as it stands, or `field: value`. */
  readonly text: string;
}

/** A validated result, cut into what can be quoted. */
export interface Source {
  readonly result: JsonValue;
  readonly spans: readonly Span[];
}

/** More spans than this are not shown to anyone who has to choose among them. */
const mostSpans = 2_000;

/** What is longer says too much to be one point of a summary. */
const longestSpan = 2_000;

/** Cuts a validated, redacted result. Nothing is changed: every span is a part of it as it stands. */
export function createSource(result: JsonValue): Source {
  const cut: Omit<Span, "id">[] = [];
  for (const pointer of leavesOf(result)) {
    if (cut.length >= mostSpans) break;
    cut.push(...spansAt(result, pointer).filter(({ start, end }) => end - start <= longestSpan));
  }
  const spans = cut.slice(0, mostSpans).map((span, at) => ({ id: `s${at + 1}`, ...span }));
  return { result, spans };
}

/** The text of the value at a pointer, as quotes count its characters. */
export function textAt(result: JsonValue, pointer: string): string | undefined {
  const value = valueAt(result, pointer);
  if (value === undefined || isJsonArray(value) || isJsonObject(value)) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What stands at a place: `field: value` where it is a whole field, or else exactly these characters. */
export function quoteAt({ result, spans }: Source, place: Place): string | undefined {
  const text = textAt(result, place.pointer);
  if (text === undefined || place.start < 0 || place.end > text.length) return undefined;
  if (place.start >= place.end) return undefined;
  const field = spans.find(({ pointer, kind }) => kind === "field" && pointer === place.pointer);
  const isWhole = place.start === 0 && place.end === text.length;
  return field !== undefined && isWhole ? field.text : text.slice(place.start, place.end);
}

function* leavesOf(value: JsonValue, pointer = ""): Generator<string> {
  if (isJsonArray(value)) {
    for (const [at, item] of value.entries()) yield* leavesOf(item, pointer + step(at));
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* leavesOf(item, pointer + step(key));
  } else yield pointer;
}

function spansAt(result: JsonValue, pointer: string): readonly Omit<Span, "id">[] {
  const text = textAt(result, pointer) ?? "";
  const name = stepsOf(pointer).findLast((token) => !/^\d+$/.test(token));
  const sentences = sentencesOf(text);
  const isProse = name === undefined || (name === "text" && isMessage(result, pointer));
  if (isProse || sentences.length > 1) {
    return sentences.map(({ start, end }) => {
      return { kind: "sentence", pointer, start, end, text: text.slice(start, end) };
    });
  }
  if (text === "") return [];
  return [{ kind: "field", pointer, start: 0, end: text.length, text: `${name}: ${text}` }];
}

/** Whether the value is the text of a content block, whose key says nothing about it. */
function isMessage(result: JsonValue, pointer: string): boolean {
  const block = valueAt(result, pointer.slice(0, pointer.lastIndexOf("/")));
  return block !== undefined && isJsonObject(block) && block["type"] === "text";
}
