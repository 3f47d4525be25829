import { type JsonValue, parseJson } from "@toolcourt/sdk";
import type { HttpOperation } from "../drafts/draft.ts";
import { saysPartial } from "../egress/classify.ts";
import type { EgressAnswer } from "../egress/egress.ts";
import { EgressFailure } from "../egress/egress-failure.ts";
import { isJsonType, isTextType } from "./encode-body.ts";

/** What a target answered, as far as it can be a result. */
export interface ReadAnswer {
  /** Absent where the target answered with nothing. */
  readonly body?: JsonValue;
  /** Whether the target says itself that this is not all. */
  readonly isPartial: boolean;
}

/**
 * Reads an answer. Where JSON is expected, something else is a failure and no result: a page that asks to
 * log in comes with the status of success too.
 */
export function readAnswer(answer: EgressAnswer, operation: HttpOperation): ReadAnswer {
  const { body: bytes, isPartial } = answer;
  const { shape, contentType = "application/json" } = operation.response ?? {};
  if (bytes.byteLength === 0 || shape === "nothing") return { isPartial };
  const body = bodyOf(answer, operation, contentType);
  return { body, isPartial: isPartial || saysPartial(body) };
}

function bodyOf(
  { body, headers }: EgressAnswer,
  operation: HttpOperation,
  expected: string,
): JsonValue {
  const got = headers["content-type"] ?? expected;
  if (isJsonType(got)) return jsonOf(body, operation);
  if (isTextType(expected) && isTextType(got)) return textOf(body, operation);
  throw unreadable("unexpected-content", operation);
}

function jsonOf(bytes: Uint8Array, operation: HttpOperation): JsonValue {
  const text = textOf(bytes, operation);
  try {
    return parseJson(text);
  } catch {
    throw unreadable("garbled", operation);
  }
}

function textOf(bytes: Uint8Array, operation: HttpOperation): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadable("garbled", operation);
  }
}

/** A change that was answered in a way that nobody can read may have been made. */
function unreadable(
  kind: "garbled" | "unexpected-content",
  { method }: HttpOperation,
): EgressFailure {
  const onlyReads = method === "GET" || method === "HEAD" || method === "OPTIONS";
  return new EgressFailure(kind, { mayHaveTakenEffect: !onlyReads });
}
