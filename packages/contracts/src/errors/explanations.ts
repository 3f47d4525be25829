import { failureCodes } from "@toolcourt/sdk";
import { adminCatalog } from "./admin-catalog.ts";
import { callCatalog } from "./call-catalog.ts";
import { catalog } from "./catalog.ts";
import type { ErrorClass } from "./entry.ts";

/** The explanation of an error code, for people. */
export interface Explanation {
  readonly code: string;
  /** Where the code appears: a command, the answer to a call, a tool result or the admin API. */
  readonly seenIn: "command" | "call" | "result" | "admin";
  readonly class: ErrorClass;
  readonly meaning: string;
  readonly remedy: string;
  readonly exit?: number;
  readonly retryable?: boolean;
}

const isCallCode = (code: string): boolean => Object.hasOwn(callCatalog, code);
const isAdminCode = (code: string): boolean => Object.hasOwn(adminCatalog, code);

const onTheCommandLine: readonly Explanation[] = Object.entries(catalog)
  .filter(([code]) => !isCallCode(code) && !isAdminCode(code))
  .map(([code, entry]) => ({
    code,
    seenIn: "command",
    class: entry.class,
    meaning: entry.meaning,
    remedy: entry.remedy,
    exit: entry.exit,
  }));

const inCalls: readonly Explanation[] = Object.entries(callCatalog).map(([code, entry]) => ({
  code,
  seenIn: "call",
  class: entry.class,
  meaning: entry.meaning,
  remedy: entry.remedy,
  retryable: entry.retryable !== false,
}));

const inAdmin: readonly Explanation[] = Object.entries(adminCatalog).map(([code, entry]) => ({
  code,
  seenIn: "admin",
  class: entry.class,
  meaning: entry.meaning,
  remedy: entry.remedy,
  retryable: entry.retryable,
}));

// A code shared by tools and the gateway has one meaning, so it is explained once.
const inResults: readonly Explanation[] = Object.entries(failureCodes)
  .filter(([code]) => !isCallCode(code))
  .map(([code, failure]) => ({
    code,
    seenIn: "result",
    class: failure.class,
    meaning: failure.message,
    remedy: failure.next,
    retryable: failure.retryable,
  }));

/** All codes. `docs/errors.md` is generated from this list. */
export const explanations: readonly Explanation[] = [
  ...onTheCommandLine,
  ...inCalls,
  ...inResults,
  ...inAdmin,
];
