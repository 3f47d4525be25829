import { isRefusal, type Receipt, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { receiptKey } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { JsonObject } from "@toolcourt/sdk";
import { type CheckedResult, isQuestion, type Question } from "./call.ts";
import type { Answered, Asked, Refused } from "./outcome.ts";

/** Adds its receipt to an answer. A copy: the result itself may be in the cache. */
export function receipted({ output, receipt }: Answered | Asked): CheckedResult | Question {
  if (receipt === undefined) return output;
  if (isQuestion(output)) {
    return { asks: { ...output.asks, _meta: entryOf(output.asks._meta, receipt) } };
  }
  const { content, structuredContent, isError, meta } = output;
  const data = structuredContent === undefined ? {} : { structuredContent };
  return { content, ...data, isError, meta: entryOf(meta, receipt) };
}

/** Adds its receipt to a refusal. Any other error says nothing to a caller, and stays as it is. */
export function withReceipt(error: unknown, { receipt }: Refused): unknown {
  if (receipt === undefined || !isRefusal(error)) return error;
  return new Refusal(error.code, error.details, { cause: error.cause, receipt });
}

function entryOf(meta: JsonObject | undefined, { row, hash }: Receipt): JsonObject {
  return { ...meta, [receiptKey]: { row, hash } };
}
