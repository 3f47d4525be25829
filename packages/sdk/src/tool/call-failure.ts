import { BusinessError, isOneLine, isOwnCode } from "../result/business-error.ts";
import { type ErrorClass, type FailureCode, failureCodes } from "../result/failures.ts";
import { kebabCase } from "../result/kebab-case.ts";
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
export interface ToldFailure {
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
export function toldFailure(thrown: unknown): ToldFailure {
  try {
    if (thrown instanceof BusinessError) return toldBusinessError(thrown);
    if (thrown instanceof InnerCallError) return toldInnerCall(thrown);
    return thrown instanceof CallFailure ? toldCallFailure(thrown) : toolFailed(thrown);
  } catch {
    // Inspecting a thrown value can itself throw.
    return toolFailed(thrown);
  }
}

function toolFailed(error: unknown): ToldFailure {
  return { ...failureCodes["tool-failed"], code: "tool-failed", issues: [], withheld: { error } };
}

function toldCallFailure({ code, message, issues, cause }: CallFailure): ToldFailure {
  return { ...failureCodes[code], code, message, issues, ...withheld(cause) };
}

function withheld(cause: unknown): Pick<ToldFailure, "withheld"> {
  return cause === undefined ? {} : { withheld: { error: cause } };
}

// Checked again because the properties of an error are mutable.
function toldBusinessError(error: BusinessError): ToldFailure {
  const { code, message, cause } = error;
  const retryable: unknown = error.retryable;
  if (!isOneLine(message) || !isOwnCode(code)) return toolFailed(error);
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

// A tool that does not catch it adds nothing: the caller reads why the inner call was refused.
function toldInnerCall(error: InnerCallError): ToldFailure {
  const { code, message } = error;
  const retryable: unknown = error.retryable;
  if (!isOneLine(message) || !isOneLine(code) || !kebabCase.test(code)) return toolFailed(error);
  return {
    class: "business",
    code,
    message,
    retryable: retryable === true,
    next: "Do what the message says, or tell the person who asked.",
    issues: [],
  };
}
