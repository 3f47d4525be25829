import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { canonicalJson, type JsonValue, valueAt } from "@toolcourt/sdk";
import type { CheckedResult } from "../../pipeline/call.ts";
import type { Tracking } from "../../pipeline/track-calls.ts";
import type { ResultDiscovery } from "../../stores/result-store.ts";

/** A server may answer with any text. */
const label = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

/**
 * Returns what the result of a discovery is found by: the ids of its audit entry, and what the
 * answer says of itself. Empty for a call that is no discovery.
 */
export function resultDiscoveryOf(
  tracking: Tracking | undefined,
  { structuredContent = null }: CheckedResult,
): ResultDiscovery {
  if (tracking?.tier === undefined) return {};
  const { connection, scope, tier, correlation_id: correlation } = tracking;
  return defined({
    discoveryId: labelAt(structuredContent, "/metadata/discovery/discovery_id"),
    connection,
    scope: scope ? canonicalJson(scope) : undefined,
    tier: tier ?? undefined,
    stage: labelAt(structuredContent, "/metadata/discovery/stage"),
    correlation,
  });
}

function labelAt(content: JsonValue, pointer: string): string | undefined {
  const found = valueAt(content, pointer);
  return typeof found === "string" && label.test(found) ? found : undefined;
}
