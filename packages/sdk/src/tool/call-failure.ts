import { BusinessError, isOneLine } from "../result/business-error.ts";
import { type ErrorClass, type FailureCode, failureCodes } from "../result/failures.ts";
import { type Issue, sentenceOf } from "./issues.ts";

export interface CallFailureOptions extends ErrorOptions {
  /** Added to the message of the code. */
  readonly detail?: string;
  readonly issues?: readonly Issue[];
}

/** Ends a call. Everything in it but its cause may be shown to the caller. */
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

/** A failure as the caller is told of it. */
export interface ToldFailure {
  readonly class: ErrorClass;
  readonly code: string;
  readonly message: string;
  /** Whether the failure as such may pass; the effect of the tool is another matter. */
  readonly retryable: boolean;
  readonly next: string;
  readonly issues: readonly Issue[];
}

/** What may be told of anything that was thrown. A stranger's text never leaves the house. */
export function toldFailure(thrown: unknown): ToldFailure {
  try {
    if (thrown instanceof BusinessError) return toldBusinessError(thrown);
    return thrown instanceof CallFailure ? toldCallFailure(thrown) : toolFailed;
  } catch {
    // Even looking at what a tool throws can throw.
    return toolFailed;
  }
}

const toolFailed: ToldFailure = { ...failureCodes["tool-failed"], code: "tool-failed", issues: [] };

function toldCallFailure({ code, message, issues }: CallFailure): ToldFailure {
  return { ...failureCodes[code], code, message, issues };
}

// Checked again because the properties of an error can be changed after it was made.
function toldBusinessError({ code, message, retryable }: BusinessError): ToldFailure {
  if (!isOneLine(message) || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code)) return toolFailed;
  return {
    class: "business",
    code,
    message,
    retryable,
    next: "Do what the message says, or tell the person who asked.",
    issues: [],
  };
}
