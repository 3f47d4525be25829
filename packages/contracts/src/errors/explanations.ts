import { failureCodes } from "@toolcourt/sdk";
import { adminCatalog } from "./admin-catalog.ts";
import { callCatalog } from "./call-catalog.ts";
import { catalog } from "./catalog.ts";
import type { Entry, ErrorClass } from "./entry.ts";

/** The explanation of an error code, for people. */
export interface Explanation {
  readonly code: string;
  /** Where the code appears: a command, the answer to a call, a tool result or the admin API. */
  readonly seenIn: "command" | "call" | "result" | "admin";
  readonly class: ErrorClass;
  readonly meaning: string;
  readonly remedy: string;
  /** Default: none, since the code is not from a command. */
  readonly exit?: 2;
  readonly retryable?: boolean;
}

const isCallCode = (code: string): boolean => Object.hasOwn(callCatalog, code);
const isAdminCode = (code: string): boolean => Object.hasOwn(adminCatalog, code);

const onTheCommandLine: readonly Explanation[] = Object.entries(catalog)
  .filter(([code]) => !isCallCode(code) && !isAdminCode(code))
  .map(([code, entry]) => ({ ...described(code, entry), seenIn: "command", exit: 2 }));

const inCalls: readonly Explanation[] = Object.entries(callCatalog).map(([code, entry]) => ({
  ...described(code, entry),
  seenIn: "call",
  retryable: (entry.retryable ?? false) !== false,
}));

const inAdmin: readonly Explanation[] = Object.entries(adminCatalog).map(([code, entry]) => ({
  ...described(code, entry),
  seenIn: "admin",
  retryable: entry.retryable ?? false,
}));

function described(
  code: string,
  { class: kind, meaning, remedy }: Entry<never>,
): Omit<Explanation, "seenIn"> {
  return { code, class: kind, meaning, remedy };
}

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
