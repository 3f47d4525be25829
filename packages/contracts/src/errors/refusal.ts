import { catalog, type ErrorCode, type ErrorDetails } from "./catalog.ts";

/**
 * Marks refusals of every copy of this package. The bundled command and an installed package are two
 * copies, and `instanceof` knows only its own.
 */
const mark = Symbol.for("toolcourt.refusal");

/** Names the row of the audit log that holds the outcome of a call. */
export interface Receipt {
  readonly row: number;
  /** Hash of the row and of all rows before it. Lower-case hexadecimal. */
  readonly hash: string;
}

export interface RefusalOptions extends ErrorOptions {
  /** Default: none. */
  readonly receipt?: Receipt;
}

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
  /** Set if the refusal is recorded and callers get receipts. Default: none. */
  readonly receipt?: Receipt;

  static {
    Object.defineProperty(this.prototype, mark, { value: true });
  }

  constructor(code: Code, details: ErrorDetails[Code], options?: RefusalOptions) {
    super(catalog[code].message(details), options);
    this.code = code;
    this.details = details;
    this.next = catalog[code].next?.(details) ?? `toolcourt explain-error ${code}`;
    if (options?.receipt !== undefined) this.receipt = options.receipt;
  }
}

/**
 * Prefer this to `instanceof`, which would lose the type of `details` and the refusals of another
 * copy of this package.
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
  if (!(error instanceof Error) || !(mark in error) || !("code" in error)) return false;
  // A copy of another version may have codes that are unknown here.
  return typeof error.code === "string" && Object.hasOwn(catalog, error.code);
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
