import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  pointerToken,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import { type Extent, sentencesOf } from "./sentences.ts";

/** The location of a quote: a value of the result, and a range of its text. */
export interface Place extends Extent {
  /** A JSON Pointer into the result. */
  readonly pointer: string;
}

/** A sentence or whole field of a result, quotable by its id. */
export interface Span extends Place {
  readonly id: string;
  readonly kind: "sentence" | "field";
  /** The quoted text: the sentence verbatim, or `field: value`. */
  readonly text: string;
}

/** A validated result, split into quotable spans. */
export interface Source {
  readonly result: JsonValue;
  readonly spans: readonly Span[];
}

/** Maximum number of spans offered to a chooser. */
const mostSpans = 2_000;

/** Maximum span length: a longer one is too much for one bullet. */
const longestSpan = 2_000;

/** Splits a validated, redacted result. Every span is a verbatim part of it. */
export function createSource(result: JsonValue): Source {
  const cut: Omit<Span, "id">[] = [];
  for (const pointer of leavesOf(result)) {
    if (cut.length >= mostSpans) break;
    cut.push(...spansAt(result, pointer).filter(({ start, end }) => end - start <= longestSpan));
  }
  const spans = cut.slice(0, mostSpans).map((span, at) => ({ id: `s${at + 1}`, ...span }));
  return { result, spans };
}

/** Returns the text of the value at a pointer, in which quotes count characters. */
export function textAt(result: JsonValue, pointer: string): string | undefined {
  const value = valueAt(result, pointer);
  if (value === undefined || isJsonArray(value) || isJsonObject(value)) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns the text at a location: `field: value` for a whole field, else exactly these characters.
 */
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
    for (const [at, item] of value.entries()) yield* leavesOf(item, pointer + pointerToken(at));
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value))
      yield* leavesOf(item, pointer + pointerToken(key));
  } else yield pointer;
}

function spansAt(result: JsonValue, pointer: string): readonly Omit<Span, "id">[] {
  const text = textAt(result, pointer) ?? "";
  const name = pointerTokens(pointer).findLast((token) => !/^\d+$/.test(token));
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

/** Returns whether the value is the text of a content block, whose key is meaningless. */
function isMessage(result: JsonValue, pointer: string): boolean {
  const block = valueAt(result, pointer.slice(0, pointer.lastIndexOf("/")));
  return block !== undefined && isJsonObject(block) && block["type"] === "text";
}
