import { catalog, type ErrorCode, type ErrorDetails } from "./catalog.ts";

/**
 * The only error toolcourt throws on purpose. Any other error is a bug and reported as one.
 *
 * @example
 * ```ts
 * throw new Refusal("file-unreadable", { file: "tools.json", because: "missing" });
 * // Refusal: Cannot read tools.json: there is no such file.
 * ```
 */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly details: ErrorDetails[Code];
  /** The next command to type. */
  readonly next: string;

  constructor(code: Code, details: ErrorDetails[Code], options?: ErrorOptions) {
    super(catalog[code].message(details), options);
    this.code = code;
    this.details = details;
    this.next = catalog[code].next?.(details) ?? `toolcourt explain-error ${code}`;
  }
}

/**
 * Prefer this to `instanceof`, which would lose the type of `details`.
 *
 * @example
 * ```ts
 * try {
 *   readTools("{}", "tools.json");
 * } catch (error) {
 *   if (!isRefusal(error)) throw error;
 *   console.log(error.code, error.next); // tools-missing toolcourt explain-error tools-missing
 * }
 * ```
 */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/**
 * Narrows `details` along with `code`.
 *
 * @example
 * ```ts
 * try {
 *   parseLock("{", "toolcourt.lock");
 * } catch (error) {
 *   if (!hasCode(error, "json-invalid")) throw error;
 *   console.log(error.details.line, error.details.column); // 1 2
 * }
 * ```
 */
export function hasCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is Refusal<Code> {
  return isRefusal(error) && error.code === code;
}
