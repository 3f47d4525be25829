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

/** Returns true if a result equals the stored one. */
export function isSameResult(a: StoredResult, b: StoredResult): boolean {
  return compared.every((key) => a[key] === b[key]);
}
