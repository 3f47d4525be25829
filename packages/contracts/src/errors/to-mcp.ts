import type { JsonObject } from "@toolcourt/sdk";
import { callCatalog } from "./call-catalog.ts";
import type { CallErrorCode } from "./call-details.ts";
import type { CallEntry, ErrorClass } from "./entry.ts";
import { hasCode, isRefusal, type Refusal } from "./refusal.ts";

/** Metadata key of a refusal in a result. */
const refusalKey = "dev.toolcourt/refusal";

/** A failure in protocol form. */
export type McpOutcome =
  | { readonly kind: "result"; readonly result: JsonObject }
  | {
      readonly kind: "rpc-error";
      readonly code: number;
      readonly message: string;
      readonly data?: JsonObject;
    };

/** The content of every refusal, in a result or in an error. */
export interface ToldRefusal {
  readonly code: CallErrorCode;
  readonly class: ErrorClass;
  readonly retryable: boolean;
  readonly clause?: string;
  readonly evidence?: JsonObject;
  /** The next command to type. */
  readonly next: string;
}

const internalError = -32_603;

/**
 * Error codes for refusals only a client can act on. The protocol reserves -32768 to -32000.
 * Unknown names are invalid parameters in the protocol's terms; the other codes are ours.
 */
export const rpcCodes = {
  "tool-unknown": -32_602,
  "question-unknown": -32_602,
  "audit-failed": 7001,
  cancelled: 7002,
  "resource-unknown": -32_602,
  "prompt-unknown": -32_602,
  "relay-refused": -32_602,
  "relay-failed": 7003,
} as const satisfies Partial<Record<CallErrorCode, number>>;

/** Modern protocol era: the caller lacks a required capability. */
const capabilityMissing = -32_021;

/**
 * Converts any failure to protocol form. The only place that does. Upstream error text never gets
 * out.
 */
export function toMcp(error: unknown, era: "modern" | "legacy" = "legacy"): McpOutcome {
  const told = toldRefusal(error);
  if (told === undefined || !isRefusal(error)) {
    return { kind: "rpc-error", code: internalError, message: "The gateway failed." };
  }
  const asking = era === "modern" ? undeclaredIn(error) : undefined;
  if (asking !== undefined) {
    const data = { ...told, requiredCapabilities: { [asking]: {} } };
    return { kind: "rpc-error", code: capabilityMissing, message: error.message, data };
  }
  if (callCatalog[told.code].channel === "model") {
    return {
      kind: "result",
      result: {
        content: [{ type: "text", text: error.message }],
        isError: true,
        _meta: { [refusalKey]: { ...told } },
      },
    };
  }
  return {
    kind: "rpc-error",
    code: rpcCodeOf(told.code),
    message: error.message,
    data: { ...told, ...wantedBeside(error, told.code) },
  };
}

/** Returns the capability the caller would have to declare, if that is the only problem. */
function undeclaredIn(error: Refusal): string | undefined {
  if (!hasCode(error, "interaction-required")) return undefined;
  const { asking, because } = error.details;
  return because === "not-declared" ? asking : undefined;
}

function wantedBeside({ details }: Refusal, code: CallErrorCode): JsonObject {
  return entryOf(code).data?.(details) ?? {};
}

/** Returns undefined for any error that is no refusal of a call. */
export function toldRefusal(error: unknown): ToldRefusal | undefined {
  if (!isRefusal(error) || !isCallCode(error.code)) return undefined;
  return tell(error, error.code);
}

function tell(refusal: Refusal, code: CallErrorCode): ToldRefusal {
  const entry = entryOf(code);
  const { details, next } = refusal;
  const { retryable } = entry;
  const clause = entry.clause?.(details);
  return {
    code,
    class: entry.class,
    retryable: typeof retryable === "boolean" ? retryable : retryable(details),
    ...(clause === undefined ? {} : { clause }),
    ...(entry.evidence === undefined ? {} : { evidence: entry.evidence(details) }),
    next,
  };
}

function entryOf(code: CallErrorCode): CallEntry<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs codes and details, and so does the constructor of `Refusal`
  return callCatalog[code] as CallEntry<unknown>;
}

function isCallCode(code: string): code is CallErrorCode {
  return Object.hasOwn(callCatalog, code);
}

function rpcCodeOf(code: CallErrorCode): number {
  const codes: Partial<Record<CallErrorCode, number>> = rpcCodes;
  return codes[code] ?? internalError;
}
