import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { retryAfterMs } from "@toolcourt/gateway/internal/boundary/egress/retry-after";
import { ModelFailure, type ModelFailureKind } from "../model-failure.ts";

/** Maps a model error to a failure in our own words. Keeps none of its text. */
export function failureOf(error: unknown, nowMs: number): ModelFailure {
  const known = causesOf(error).find((each) => each instanceof ModelFailure);
  if (known !== undefined) return known;
  if (causesOf(error).some((each) => each instanceof TimeoutError))
    return new ModelFailure("timed-out");
  if (APICallError.isInstance(error)) return failedCall(error, nowMs);
  return new ModelFailure(isUnreadable(error) ? "unreadable" : "failed");
}

function isUnreadable(error: unknown): boolean {
  return (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  );
}

function failedCall(error: APICallError, nowMs: number): ModelFailure {
  const { statusCode: status, responseHeaders = {} } = error;
  if (status === undefined) return new ModelFailure("unreachable");
  const kind = kindOf(status);
  const wait = passing.has(kind) ? retryAfterMs(lowered(responseHeaders), nowMs) : undefined;
  return new ModelFailure(kind, { status, retryAfterMs: wait });
}

const byStatus: Readonly<Record<number, ModelFailureKind>> = {
  401: "unauthenticated",
  403: "unauthenticated",
  408: "failed",
  429: "throttled",
};

function kindOf(status: number): ModelFailureKind {
  // A successful answer that ends here was unreadable.
  if (status < 300) return "unreadable";
  return byStatus[status] ?? (status >= 500 ? "failed" : "rejected");
}

const passing: ReadonlySet<ModelFailureKind> = new Set(["throttled", "failed"]);

/** Returns whether the endpoint reports a temporary failure. */
export function mayPass({ kind, details }: ModelFailure): boolean {
  return passing.has(kind) && details.status !== undefined;
}

const maxCauses = 8;

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [error];
  let last = error;
  while (last instanceof Error && last.cause !== undefined && causes.length < maxCauses) {
    last = last.cause;
    causes.push(last);
  }
  return causes;
}

function lowered(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
