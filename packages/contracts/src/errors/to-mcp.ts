import type { JsonObject } from "@toolcourt/sdk";
import { callCatalog } from "./call-catalog.ts";
import type { CallErrorCode } from "./call-details.ts";
import type { CallEntry, ErrorClass } from "./entry.ts";
import { quotation, type UpstreamWords, upstreamErrorKey } from "./quotation.ts";
import { hasCode, isRefusal, type Refusal } from "./refusal.ts";

/** Metadata key of a refusal in a result. */
export const refusalKey = "dev.toolcourt/refusal";

/** Metadata key of a receipt, in results and in refusals. */
export const receiptKey = "dev.toolcourt/receipt";

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
export interface RefusalData {
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
  "relay-quarantined": 7009,
  "task-unknown": -32_602,
} as const satisfies Partial<Record<CallErrorCode, number>>;

/** Modern protocol era: the caller lacks a required capability. */
const capabilityMissing = -32_021;

/**
 * Converts any failure to protocol form. The only place that does. Upstream error text gets out only
 * as a quotation, where the operator allows it.
 */
export function toMcp(error: unknown, era: "modern" | "legacy" = "legacy"): McpOutcome {
  const refusal = refusalData(error);
  if (refusal === undefined || !isRefusal(error)) {
    return { kind: "rpc-error", code: internalError, message: "The gateway failed." };
  }
  const requiredCapabilities = era === "modern" ? undeclaredIn(error) : undefined;
  if (requiredCapabilities !== undefined) {
    const data = { ...refusal, requiredCapabilities, ...receiptIn(error) };
    return { kind: "rpc-error", code: capabilityMissing, message: error.message, data };
  }
  const entry = entryOf(refusal.code);
  if (entry.channel !== "client") {
    const wrote = wordsIn(error);
    return {
      kind: "result",
      result: {
        content: [
          { type: "text", text: error.message },
          ...wrote.map(({ text }) => quotation(text)),
        ],
        isError: true,
        _meta: {
          [refusalKey]: { ...refusal },
          ...Object.fromEntries(wrote.map((words) => [upstreamErrorKey, words])),
          ...receiptIn(error),
        },
      },
    };
  }
  return {
    kind: "rpc-error",
    code: rpcCodeOf(refusal.code),
    message: error.message,
    data: { ...refusal, ...entry.data?.(error.details), ...receiptIn(error) },
  };
}

function receiptIn({ receipt }: Refusal): JsonObject {
  return receipt === undefined ? {} : { [receiptKey]: { ...receipt } };
}

/** Returns the capability the caller would have to declare, if that is the only problem. */
function undeclaredIn(error: Refusal): JsonObject | undefined {
  if (hasCode(error, "extension-required")) {
    return { extensions: { [error.details.extension]: {} } };
  }
  if (!hasCode(error, "interaction-required")) return undefined;
  const { asking, because } = error.details;
  return because === "not-declared" && asking !== undefined ? { [asking]: {} } : undefined;
}

/** Returns what the server wrote, if it may be quoted. */
function wordsIn(error: Refusal): readonly UpstreamWords[] {
  if (!hasCode(error, "upstream-failed") && !hasCode(error, "outcome-unknown")) return [];
  const { wrote } = error.details;
  return wrote === undefined ? [] : [wrote];
}

/** Returns undefined for any error that is no refusal of a call. */
export function refusalData(error: unknown): RefusalData | undefined {
  if (!isRefusal(error) || !isCallCode(error.code)) return undefined;
  const { code, details, next } = error;
  const entry = entryOf(code);
  const { class: kind, retryable = false, evidence } = entry;
  const clause = entry.clause?.(details);
  return {
    code,
    class: kind,
    retryable: typeof retryable === "boolean" ? retryable : retryable(details),
    ...(clause === undefined ? {} : { clause }),
    ...(evidence === undefined ? {} : { evidence: evidenceIn(details, evidence) }),
    next,
  };
}

function evidenceIn(details: object, names: readonly string[]): JsonObject {
  const found = Object.entries(details).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  );
  return Object.fromEntries(found);
}

function entryOf(code: CallErrorCode): CallEntry<object> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table pairs codes and details, and so does the constructor of `Refusal`
  return callCatalog[code] as CallEntry<object>;
}

function isCallCode(code: string): code is CallErrorCode {
  return Object.hasOwn(callCatalog, code);
}

function rpcCodeOf(code: CallErrorCode): number {
  const codes: Partial<Record<CallErrorCode, number>> = rpcCodes;
  return codes[code] ?? internalError;
}
