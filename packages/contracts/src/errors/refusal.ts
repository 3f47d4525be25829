import { catalog, type ErrorCode, type ErrorDetails } from "./catalog.ts";

/** The only error toolcourt throws on purpose. Any other error is a bug and reported as one. */
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

/** Prefer this to `instanceof`, which would lose the type of `details`. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Narrows `details` along with `code`. */
export function hasCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is Refusal<Code> {
  return isRefusal(error) && error.code === code;
}
