import type { JsonObject } from "@toolcourt/sdk";

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

/** What it says besides of a refusal that goes to whoever asked. */
export interface CallEntry<Details> extends Entry<Details> {
  /** Who can act on it: the model reads tool results, the client reads protocol errors. */
  readonly channel: "model" | "client";
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean | ((details: Details) => boolean);
  readonly clause?: (details: Details) => string | undefined;
  /** What the refusal rests on, in our own words and in figures. */
  readonly evidence?: (details: Details) => JsonObject;
  /** What the protocol itself wants to have beside it in an error. */
  readonly data?: (details: Details) => JsonObject;
}
