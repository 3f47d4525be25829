import type { Logger } from "../foundation/telemetry/events.ts";
import { shownName } from "../pipeline/shown-name.ts";
import type { UpstreamListeners } from "../upstreams/upstream.ts";

export interface DroppedLog {
  readonly dropped: NonNullable<UpstreamListeners["dropped"]>;
  /** Tells what was only counted, at the end. */
  readonly tellRest: () => void;
}

const mostTools = 500;

/**
 * Tells what of a server nobody got to see. Each tool once, however often the server lists it; what it
 * said too much of is counted, for it could say it a hundred thousand times.
 */
export function createDropped(server: string, { log }: Logger): DroppedLog {
  const told = new Set<string>();
  const counts = { progress: 0, log: 0 };
  return {
    dropped: (what) => {
      if (what.kind !== "tool") {
        counts[what.kind] += 1;
        return;
      }
      const tool = shownName(what.name);
      if (told.has(tool) || told.size >= mostTools) return;
      told.add(tool);
      log("tool.dropped", { tool, server });
    },
    tellRest: () => {
      if (counts.progress + counts.log > 0) log("aside.dropped", { server, ...counts });
    },
  };
}
