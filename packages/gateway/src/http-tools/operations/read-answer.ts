import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { headersSayPartial } from "../../boundary/egress/answer-meanings.ts";
import { saysPartial } from "../../boundary/egress/classify.ts";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { excessIn } from "../../protocol/message-size.ts";
import type { HttpOperation } from "../drafts/draft.ts";
import { isJsonType, isTextType } from "./encode-body.ts";

/** A target's answer, parsed for a result. */
export interface ReadAnswer {
  /** Absent if the answer is empty. */
  readonly body?: JsonValue;
  /** Whether the target says that there is no content (204). Default: false. */
  readonly isEmpty?: boolean;
  /** Whether the target reports a partial answer. */
  readonly isPartial: boolean;
}

/**
 * Parses an answer. If JSON is expected, other content is a failure: a login page also comes with a
 * success status.
 */
export function readAnswer(
  answer: EgressAnswer,
  { response, answers }: Pick<HttpOperation, "response" | "answers">,
): ReadAnswer {
  const { body: bytes, headers, status } = answer;
  const isPartial = answer.isPartial || headersSayPartial(headers, answers);
  const { shape, contentType = "application/json" } = response ?? {};
  // Only a status says so on purpose. Other empty answers may have lost their content on the way.
  if (status === 204) return { isPartial, isEmpty: true };
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
  if (excessIn(text) !== undefined) throw new EgressFailure("response-too-large");
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
