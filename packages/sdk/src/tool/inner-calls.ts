import type { Effect } from "../contract/contract.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";

/** What a tool that was called by another one gave back: checked and redacted, like any answer. */
export interface InnerResult {
  readonly structured?: JsonValue;
  readonly content: readonly JsonValue[];
  /** The tool's own failure. A call that was not let pass is an `InnerCallError` instead. */
  readonly isError: boolean;
  /** The call's id in the audit log. */
  readonly callId: string;
}

/**
 * Calls of other tools, for a tool whose contract names them in `steps`. They pass every gate that a
 * call from outside passes, in the name of the same caller.
 */
export interface InnerCalls {
  /** Rejects with an `InnerCallError` if the call is not let pass. */
  readonly call: (
    tool: string,
    args: JsonObject,
    options?: InnerCallOptions,
  ) => Promise<InnerResult>;
  /** Tells callers apart, those that act for nobody among them. It says nothing else about them. */
  readonly caller?: string;
}

export interface InnerCallOptions {
  /** The strongest effect that the tool may have. A gateway refuses the call of one that has a stronger. */
  readonly atMost?: Effect;
}

export interface InnerCallErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
  /** The approval that the call waits for. */
  readonly approvalId?: string;
  /** Whether the tool has certainly not run. */
  readonly neverRan?: boolean;
}

/** A call of another tool that was not let pass. Code and message are those that a caller would read. */
export class InnerCallError extends Error {
  override readonly name = "InnerCallError";
  readonly code: string;
  readonly retryable: boolean;
  readonly approvalId?: string;
  /** Whether the tool has certainly not run. Where it is not known, it may have. */
  readonly neverRan: boolean;

  constructor(code: string, message: string, options: InnerCallErrorOptions = {}) {
    const { retryable = false, approvalId, neverRan = false, ...rest } = options;
    super(message, rest);
    this.code = code;
    this.retryable = retryable;
    this.neverRan = neverRan;
    if (approvalId !== undefined) this.approvalId = approvalId;
  }
}
