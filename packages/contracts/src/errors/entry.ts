import type { JsonObject } from "@toolcourt/sdk";

/** The origin of a failure: the input, a domain rule, or the machinery. */
export type ErrorClass = "validation" | "business" | "system";

/** The catalog entry of a failure. */
export interface Entry<Details> {
  readonly class: ErrorClass;
  /** Exit code 2: the work could not be done. */
  readonly exit: 2;
  /** One line, without a stack and without text from files or servers. */
  readonly message: (details: Details) => string;
  /** The meaning of the code, for `explain-error` and `docs/errors.md`. */
  readonly meaning: string;
  /** The remedy, in one sentence. */
  readonly remedy: string;
  /** The next command to type. */
  readonly next: (details: Details) => string;
}

/** An entry for a refusal sent to the caller. */
export interface CallEntry<Details> extends Entry<Details> {
  /**
   * The side that can act on it: the model reads tool results, the client reads protocol errors.
   */
  readonly channel: "model" | "client";
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean | ((details: Details) => boolean);
  readonly clause?: (details: Details) => string | undefined;
  /** Evidence for the refusal, in our own words and figures. */
  readonly evidence?: (details: Details) => JsonObject;
  /** Extra error data the protocol requires. */
  readonly data?: (details: Details) => JsonObject;
}
