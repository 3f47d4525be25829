import { catalog, type ErrorClass } from "./catalog.ts";

/** What a person should know about an error code, whoever uses it. */
export interface Explanation {
  readonly code: string;
  /** Where the code appears: on this command line, or in the result of a tool. */
  readonly seenIn: "command" | "result";
  readonly class: ErrorClass;
  readonly meaning: string;
  readonly remedy: string;
  readonly exit?: number;
  readonly retryable?: boolean;
}

/** Every code there is. `docs/errors.md` is generated from this list. */
export const explanations: readonly Explanation[] = Object.entries(catalog).map(
  ([code, { class: errorClass, meaning, remedy, exit }]) => ({
    code,
    seenIn: "command",
    class: errorClass,
    meaning,
    remedy,
    exit,
  }),
);
