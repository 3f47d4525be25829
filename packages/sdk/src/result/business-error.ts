import { failureCodes, kebabCase } from "./failures.ts";
import { knowOtherCopies } from "./know-other-copies.ts";

export interface BusinessErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later without any change. Default: false. */
  readonly retryable?: boolean;
}

/**
 * Thrown by a handler when a rule of its domain forbids the request. Code and message reach the
 * caller, so write them for the caller. Any other exception stays internal.
 *
 * @example
 * ```ts
 * throw new BusinessError("card-locked", "This card is locked.", { retryable: true });
 * ```
 */
export class BusinessError extends Error {
  static {
    knowOtherCopies(this, "toolcourt.business-error");
  }

  override readonly name = "BusinessError";
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: BusinessErrorOptions = {}) {
    super(message, options);
    if (!isOwnCode(code)) {
      throw new TypeError(
        "The code of a BusinessError is at most 64 characters of kebab-case, and none of the codes that every tool has.",
      );
    }
    if (!isOneLine(message)) {
      throw new TypeError("The message of a BusinessError is one line of 1 to 500 characters.");
    }
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** Returns whether an author may use a code: reserved codes mean the same in every tool. */
export function isOwnCode(code: unknown): code is string {
  return (
    typeof code === "string" &&
    code.length <= 64 &&
    kebabCase.test(code) &&
    !Object.hasOwn(failureCodes, code)
  );
}

/**
 * Returns whether text may appear in an answer: short, well-formed, without control or formatting
 * characters.
 */
export function isOneLine(text: unknown): text is string {
  return (
    typeof text === "string" &&
    text.length >= 1 &&
    text.length <= 500 &&
    text.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  );
}
