import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { saysPartial } from "../../boundary/egress/classify.ts";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import type { HttpOperation } from "../drafts/draft.ts";
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
export function readAnswer(
  answer: EgressAnswer,
  { response }: Pick<HttpOperation, "response">,
): ReadAnswer {
  const { body: bytes, isPartial } = answer;
  const { shape, contentType = "application/json" } = response ?? {};
  if (bytes.byteLength === 0 || shape === "nothing") return { isPartial };
  const body = bodyOf(answer, contentType);
  return { body, isPartial: isPartial || saysPartial(body) };
}

function bodyOf({ body, headers }: EgressAnswer, expected: string): JsonValue {
  const got = headers["content-type"] ?? expected;
  if (isJsonType(got)) return jsonOf(body);
  if (isTextType(expected) && isTextType(got)) return textOf(body);
  throw new EgressFailure("unexpected-content");
}

function jsonOf(bytes: Uint8Array): JsonValue {
  const text = textOf(bytes);
  try {
    return parseJson(text);
  } catch {
    throw new EgressFailure("garbled");
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new EgressFailure("garbled");
  }
}
