import { failureCodes } from "@toolcourt/sdk";
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

const onTheCommandLine: readonly Explanation[] = Object.entries(catalog).map(([code, entry]) => ({
  code,
  seenIn: "command",
  class: entry.class,
  meaning: entry.meaning,
  remedy: entry.remedy,
  exit: entry.exit,
}));

const inResults: readonly Explanation[] = Object.entries(failureCodes).map(([code, failure]) => ({
  code,
  seenIn: "result",
  class: failure.class,
  meaning: failure.message,
  remedy: failure.next,
  retryable: failure.retryable,
}));

/** Every code there is. `docs/errors.md` is generated from this list. */
export const explanations: readonly Explanation[] = [...onTheCommandLine, ...inResults];
