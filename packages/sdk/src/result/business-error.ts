import { failureCodes } from "./failures.ts";

export interface BusinessErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
}

/**
 * Thrown by a handler when a rule of its domain forbids what was asked. Code and message reach the
 * caller, so write them for the caller; whatever else a handler throws stays in the house.
 *
 * @example
 * ```ts
 * throw new BusinessError("card-locked", "This card is locked.", { retryable: true });
 * ```
 */
export class BusinessError extends Error {
  override readonly name = "BusinessError";
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: BusinessErrorOptions = {}) {
    super(message, options);
    if (!isKebabCase(code)) {
      throw new TypeError("The code of a BusinessError is written in kebab-case.");
    }
    if (Object.hasOwn(failureCodes, code)) {
      throw new TypeError("This code is taken; choose one that names a rule of your domain.");
    }
    if (!isOneLine(message)) {
      throw new TypeError("The message of a BusinessError is one line of 1 to 500 characters.");
    }
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

export function isKebabCase(text: unknown): text is string {
  return typeof text === "string" && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text);
}

/** Text that can stand in an answer: short, well formed, without control or formatting characters. */
export function isOneLine(text: unknown): text is string {
  return (
    typeof text === "string" &&
    text.length >= 1 &&
    text.length <= 500 &&
    text.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  );
}
