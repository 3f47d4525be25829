import type { PriorDiscovery } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Remembers the era of a server, so that it is probed once and not at every connection. */
export interface EraMemory {
  readonly recall: () => PriorDiscovery | undefined;
  readonly remember: (verdict: PriorDiscovery) => void;
  readonly forget: () => void;
}

// A permanent "legacy" verdict would hide that the server was upgraded to the modern era.
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
