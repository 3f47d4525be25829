import type { Effect } from "../contract/contract.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { knowOtherCopies } from "../result/know-other-copies.ts";

/** The answer of an inner call: checked and redacted, like any answer. */
export interface InnerResult {
  readonly structured?: JsonValue;
  readonly content: readonly JsonValue[];
  /** The tool's own failure. A refused call throws `InnerCallError` instead. */
  readonly isError: boolean;
  /** The call's id in the audit log. */
  readonly callId: string;
}

/**
 * Inner calls to the tools that the contract lists in `steps`. They pass every gate of an outside
 * call, as the same caller.
 */
export interface InnerCalls {
  /** Rejects with an `InnerCallError` if the call is refused. */
  readonly call: (
    tool: string,
    args: JsonObject,
    options?: InnerCallOptions,
  ) => Promise<InnerResult>;
  /** Opaque key that distinguishes callers, including those without a user. Default: none. */
  readonly caller?: string;
  /** The caller's tenant. Default: none. */
  readonly tenant?: string;
}

export interface InnerCallOptions {
  /**
   * The strongest effect the tool may have. A gateway refuses a tool with a stronger one. Default:
   * no bound.
   */
  readonly atMost?: Effect;
}

export interface InnerCallErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later with nothing changed. Default: false. */
  readonly retryable?: boolean;
  /** The approval that the call waits for. Default: none. */
  readonly approvalId?: string;
  /** Whether the tool certainly did not run. Default: false. */
  readonly neverRan?: boolean;
  /** The call's id in the audit log. Default: unknown. */
  readonly callId?: string;
}

/**
 * A refused inner call. Code and message are the ones a caller would read.
 *
 * @example
 * ```ts
 * declare const calls: InnerCalls;
 * try {
 *   await calls.call("get-card", { cardId: "card_456" });
 * } catch (error) {
 *   if (!(error instanceof InnerCallError)) throw error;
 *   throw new BusinessError("card-refused", error.message, { retryable: error.retryable });
 * }
 * ```
 */
export class InnerCallError extends Error {
  static {
    knowOtherCopies(this, "toolcourt.inner-call-error");
  }

  override readonly name = "InnerCallError";
  readonly code: string;
  readonly retryable: boolean;
  readonly approvalId?: string;
  /** Whether the tool certainly did not run. False if unknown. */
  readonly neverRan: boolean;
  /** The call's id in the audit log. */
  readonly callId?: string;

  constructor(code: string, message: string, options: InnerCallErrorOptions = {}) {
    const { retryable = false, approvalId, neverRan = false, callId, ...rest } = options;
    super(message, rest);
    this.code = code;
    this.retryable = retryable;
    this.neverRan = neverRan;
    if (approvalId !== undefined) this.approvalId = approvalId;
    if (callId !== undefined) this.callId = callId;
  }
}
