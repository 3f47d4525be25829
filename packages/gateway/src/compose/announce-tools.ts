import type { Registry } from "../catalog/create-registry.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { countTools, nextForServer } from "../catalog/tool-state.ts";
import type { Logger } from "../telemetry/events.ts";

/** Returns the tools of a server, held ones included. */
function toolsOf(
  { current }: Pick<Registry, "current">,
  server: string,
): readonly RegisteredTool[] {
  return [...current().tools.values()].filter(
    ({ home }) => home.kind === "server" && home.server === server,
  );
}

/** Logs one line about all tools of a server. One without tools has a warning of its own. */
export function announceTools(
  registry: Pick<Registry, "current">,
  server: string,
  log: Logger["log"],
): void {
  const counts = countTools(toolsOf(registry, server));
  if (counts.tools === 0) return;
  log("server.tools", { server, ...counts, next: nextForServer(server, counts) });
}
