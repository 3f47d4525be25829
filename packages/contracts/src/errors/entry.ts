import type { JsonObject } from "@toolcourt/sdk";

/** The origin of a failure: the input, a domain rule, or the machinery. */
export type ErrorClass = "validation" | "business" | "system";

/** The catalog entry of a failure. */
export interface Entry<Details> {
  readonly class: ErrorClass;
  /** One line, without a stack and without text from files or servers. */
  readonly message: (details: Details) => string;
  /** The meaning of the code, for `explain-error` and `docs/errors.md`. */
  readonly meaning: string;
  readonly remedy: string;
  /** The next command to type. Default: `toolcourt explain-error` with the code. */
  readonly next?: (details: Details) => string | undefined;
}

/** An entry for a refusal sent to the caller. */
export interface CallEntry<Details> extends Entry<Details> {
  /**
   * The side that can act on it: the model reads tool results, the client reads protocol errors.
   * Default: the model.
   */
  readonly channel?: "client";
  /** Whether the same call may succeed later without any change. Default: false. */
  readonly retryable?: boolean | ((details: Details) => boolean);
  readonly clause?: (details: Details) => string;
  /** The details sent as evidence: our own words and figures only. Default: none. */
  readonly evidence?: readonly (keyof Details & string)[];
  /** Extra error data the protocol requires. */
  readonly data?: (details: Details) => JsonObject;
}

/** An entry for a refusal of the admin API, with its HTTP status. */
export interface AdminEntry<Details> extends Entry<Details> {
  readonly status: (details: Details) => number;
  /** Whether the same request may succeed later. Default: false. */
  readonly retryable?: boolean;
}

export type Catalog<Details> = { readonly [Code in keyof Details]: Entry<Details[Code]> };
export type CallCatalog<Details> = { readonly [Code in keyof Details]: CallEntry<Details[Code]> };
export type AdminCatalog<Details> = { readonly [Code in keyof Details]: AdminEntry<Details[Code]> };

export interface OfTool {
  /** The name callers use, safe to print. */
  readonly tool: string;
}

export type NoDetails = Readonly<Record<string, never>>;

/** Returns the command that explains a tool, unless its name has shell metacharacters. */
export function explainTool({ tool }: OfTool): string | undefined {
  return /^\w[\w./-]*$/.test(tool) ? `toolcourt explain ${tool}` : undefined;
}
