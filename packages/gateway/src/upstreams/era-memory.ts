import type { PriorDiscovery } from "@modelcontextprotocol/client";
import type { Clock } from "../foundation/kernel/clock.ts";

/** Which era a server speaks, so that it is asked once and not at every connection. */
export interface EraMemory {
  readonly recall: () => PriorDiscovery | undefined;
  readonly remember: (verdict: PriorDiscovery) => void;
  readonly forget: () => void;
}

// A verdict of "legacy" would keep us from ever noticing that the server learned the modern era.
const legacyVerdictLastsMs = 24 * 60 * 60 * 1000;

export function createEraMemory(clock: Clock): EraMemory {
  let verdict: PriorDiscovery | undefined;
  let since = 0;

  return {
    recall: () => {
      const stale = clock.monotonic() - since >= legacyVerdictLastsMs;
      return verdict?.kind === "legacy" && stale ? undefined : verdict;
    },
    remember: (seen) => {
      if (verdict?.kind !== seen.kind) since = clock.monotonic();
      verdict = seen;
    },
    forget: () => {
      verdict = undefined;
    },
  };
}
