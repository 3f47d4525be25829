import type { ResultStore, StoredResult } from "../../stores/result-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { digestOf } from "./digest-of.ts";

export interface WantedResult {
  readonly callId: string;
  /** Default: every tenant, for the operator. */
  readonly tenant?: string;
}

/**
 * Returns a stored result. A result of another tenant counts as missing. Throws if the stored text
 * does not match its digest, because it proves nothing.
 */
export async function readResult(
  store: Pick<ResultStore, "find">,
  { callId, tenant }: WantedResult,
): Promise<StoredResult | undefined> {
  const found = await store.find(callId);
  if (found === undefined || (tenant !== undefined && found.tenant !== tenant)) return undefined;
  if (digestOf(found.output) !== found.digest) throw new StoreError("corrupt");
  return found;
}
