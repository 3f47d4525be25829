import type { ResultStore, StoredResult } from "../../stores/result-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { digestOf } from "./digest-of.ts";

export interface WantedResult {
  readonly callId: string;
  /** Absent for whoever runs the gateway, who may see those of every tenant. */
  readonly tenant?: string;
}

/**
 * A result that was kept. One of another tenant is not there. Throws where what is stored is not what was
 * kept: nothing is to be proved by it.
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
