import { mask } from "@toolcourt/gateway/internal/boundary/redaction/spans";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  pointerToken,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import { tokensOf } from "../planner/words.ts";
import { type Extent, minQuoteLength, sentencesOf } from "./sentences.ts";
import { isOf } from "./wordings.ts";

/** The location of a quote: a value of the result, and a range of its text. */
interface Place extends Extent {
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
const maxSpans = 2_000;

/** Maximum span length: a longer one is too much for one bullet. */
const maxSpanLength = 2_000;

/** Splits a validated, redacted result. Every span is a verbatim part of it. */
export function createSource(result: JsonValue): Source {
  const cut: Omit<Span, "id">[] = [];
  for (const pointer of leavesOf(result)) {
    if (cut.length >= maxSpans) break;
    cut.push(...spansAt(result, pointer).filter(({ start, end }) => end - start <= maxSpanLength));
  }
  const spans = cut.slice(0, maxSpans).map((span, at) => ({ id: `s${at + 1}`, ...span }));
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

export type QuoteFault =
  | "evidence-not-verbatim"
  | "evidence-too-short"
  | "evidence-redacted"
  | "evidence-out-of-negation"
  | "evidence-out-of-condition"
  | "evidence-not-whole";

export interface Quote extends Place {
  readonly evidence: string;
}

/** Returns the fault of a quote, independent of its claim. */
export function quoteFault(source: Source, quote: Quote): QuoteFault | undefined {
  const text = textAt(source.result, quote.pointer);
  if (text === undefined || quoteAt(source, quote) !== quote.evidence) {
    return "evidence-not-verbatim";
  }
  if (coversMark(text, quote)) return "evidence-redacted";
  if (quote.start === 0 && quote.end === text.length) return undefined;
  if (quote.end - quote.start < minQuoteLength) return "evidence-too-short";
  return cutFault(source, text, quote);
}

/** Returns whether a quote overlaps a redaction mark, even partly. */
function coversMark(text: string, { start, end }: Place): boolean {
  for (let at = text.indexOf(mask); at !== -1; at = text.indexOf(mask, at + 1)) {
    if (at < end && at + mask.length > start) return true;
  }
  return false;
}

/** Checks the parts of sentences cut off by a quote: they must not negate or limit it. */
function cutFault({ spans }: Source, text: string, quote: Place): QuoteFault | undefined {
  const { pointer, start, end } = quote;
  const touched = spans.filter(
    (one) => one.pointer === pointer && one.start < end && one.end > start,
  );
  const first = Math.min(start, ...touched.map((one) => one.start));
  const last = Math.max(end, ...touched.map((one) => one.end));
  const left = `${text.slice(first, start)} ${text.slice(end, last)}`;
  const words = tokensOf(left).map(({ lower }) => lower);
  if (words.some((word) => isOf("negation", word))) return "evidence-out-of-negation";
  const limits = words.some((word) => isOf("condition", word) || isOf("modality", word));
  if (limits) return "evidence-out-of-condition";
  return left.trim() === "" ? undefined : "evidence-not-whole";
}
