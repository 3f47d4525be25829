import { BusinessError, isOneLine, isOwnCode } from "../result/business-error.ts";
import { type ErrorClass, type FailureCode, failureCodes, kebabCase } from "../result/failures.ts";
import { InnerCallError } from "./inner-calls.ts";
import { type Issue, sentenceOf } from "./issues.ts";

export interface CallFailureOptions extends ErrorOptions {
  /** Appended to the message of the code. Default: none. */
  readonly detail?: string;
  readonly issues?: readonly Issue[];
}

/** Ends a call. The caller may see every part of it except the cause. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code: FailureCode;
  readonly issues: readonly Issue[];

  constructor(code: FailureCode, { detail, issues = [], cause }: CallFailureOptions = {}) {
    const parts = [failureCodes[code].message, detail, sentenceOf(issues)];
    super(parts.filter(Boolean).join(" "), cause === undefined ? {} : { cause });
    this.code = code;
    this.issues = issues;
  }
}

/** A failure as shown to the caller. */
export interface PublicFailure {
  readonly class: ErrorClass;
  readonly code: string;
  readonly message: string;
  /** Whether the failure itself is transient. Ignores the effect of the tool. */
  readonly retryable: boolean;
  readonly next: string;
  readonly issues: readonly Issue[];
  /** The underlying error. Never shown to the caller. */
  readonly withheld?: { readonly error: unknown };
}

/** Returns the part of any thrown value that a caller may see. Untrusted text is never shown. */
export function publicFailure(thrown: unknown): PublicFailure {
  try {
    if (thrown instanceof BusinessError) return publicError(thrown, isOwnCode, thrown.cause);
    if (thrown instanceof InnerCallError) return publicError(thrown, isAnyCode);
    return thrown instanceof CallFailure ? publicCallFailure(thrown) : toolFailed(thrown);
  } catch {
    // Inspecting a thrown value can itself throw.
    return toolFailed(thrown);
  }
}

function toolFailed(error: unknown): PublicFailure {
  return { ...failureCodes["tool-failed"], code: "tool-failed", issues: [], withheld: { error } };
}

function publicCallFailure({ code, message, issues, cause }: CallFailure): PublicFailure {
  return { ...failureCodes[code], code, message, issues, ...withheld(cause) };
}

function withheld(cause: unknown): Pick<PublicFailure, "withheld"> {
  return cause === undefined ? {} : { withheld: { error: cause } };
}

/** An error whose code and message its thrower wrote for the caller. */
type ErrorForCallers = BusinessError | InnerCallError;

// Checked again because the properties of an error are mutable.
function publicError(
  error: ErrorForCallers,
  isCode: (code: string) => boolean,
  cause?: unknown,
): PublicFailure {
  const { code, message } = error;
  const retryable: unknown = error.retryable;
  if (!isOneLine(message) || !isOneLine(code) || !isCode(code)) return toolFailed(error);
  return {
    class: "business",
    code,
    message,
    retryable: retryable === true,
    next: "Do what the message says, or tell the person who asked.",
    issues: [],
    ...withheld(cause),
  };
}

// Also the code of the gateway: a tool that does not catch the refusal adds nothing to it.
function isAnyCode(code: string): boolean {
  return kebabCase.test(code);
}
