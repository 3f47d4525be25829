import type { StoredResult } from "./result-store.ts";

const compared = [
  "callId",
  "tenant",
  "subject",
  "server",
  "tool",
  "contract",
  "at",
  "output",
  "digest",
] as const satisfies readonly (keyof StoredResult)[];

/** Whether a result that is kept again is the one that is there. */
export function isSameResult(a: StoredResult, b: StoredResult): boolean {
  return compared.every((key) => a[key] === b[key]);
}
