/** Whose matter it is: what was given, a rule of the domain, or the machinery. */
export type ErrorClass = "validation" | "business" | "system";

/** What the table says of a failure. */
export interface Entry<Details> {
  readonly class: ErrorClass;
  /** 2: the work could not be done. */
  readonly exit: 2;
  /** One line, so: no stack, and no text out of the files we read or the servers we ask. */
  readonly message: (details: Details) => string;
  /** What the code means, for `explain-error` and the page of errors. */
  readonly meaning: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
  /** The next command to type. */
  readonly next: (details: Details) => string;
}
