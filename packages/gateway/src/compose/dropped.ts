import { shownName } from "../pipeline/shown-name.ts";
import type { Logger } from "../telemetry/events.ts";
import type { UpstreamListeners } from "../upstreams/upstream.ts";

export interface DroppedLog {
  readonly dropped: NonNullable<UpstreamListeners["dropped"]>;
  /** Logs the counts at the end. */
  readonly tellRest: () => void;
}

const mostTools = 500;

/**
 * Logs what was dropped from a server. Each tool is logged once. Excess messages are only counted,
 * since there could be a hundred thousand of them.
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
