import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { Logger } from "../../telemetry/events.ts";
import type { ToolConfig } from "../tool-config.ts";

export interface Attendance {
  readonly tools: readonly ToolConfig[];
  /** Every configured server, in order. */
  readonly servers: readonly string[];
  /**
   * Tool names of each server that answered. A server that did not answer has no entry: its tools
   * are unknown.
   */
  readonly returned: ReadonlyMap<string, ReadonlySet<string>>;
  readonly local: ReadonlySet<string>;
  readonly lock: Lock | undefined;
  readonly log: Logger["log"];
}

/** Reports expected tools that are missing: those in the configuration, then those in the lock. */
export function reportMissing(attendance: Attendance): void {
  const { tools, log } = attendance;
  const logged = new Set<string>();
  for (const entry of tools) {
    const owners = missingFrom(entry, attendance);
    if (owners === undefined) continue;
    for (const owner of owners) logged.add(keyOf(owner, entry.name));
    const server = owners.join(", ");
    if (owners.length > 0) log("tool.removed", { tool: entry.name, server });
    else if (attendance.servers.length === 0) log("tool.not-found", { tool: entry.name });
  }
  reportGone(attendance, logged);
}

/** Returns the servers that should have the tool, or undefined if there is nothing to report. */
function missingFrom(
  { name, server }: ToolConfig,
  attendance: Attendance,
): readonly string[] | undefined {
  const { returned, local, servers, lock } = attendance;
  if (server !== undefined) {
    return returned.get(server)?.has(name) === false ? [server] : undefined;
  }
  if (local.has(name) || [...returned.values()].some((names) => names.has(name))) return undefined;
  const recorded = servers.filter((each) => lock?.servers.get(each)?.has(name) === true);
  const possible = recorded.length > 0 ? recorded : servers;
  // A server that did not answer may still have it.
  return possible.every((each) => returned.has(each)) ? possible : undefined;
}

function reportGone({ lock, returned, log }: Attendance, logged: ReadonlySet<string>): void {
  for (const [server, names] of returned) {
    for (const tool of lock?.servers.get(server)?.keys() ?? []) {
      if (!names.has(tool) && !logged.has(keyOf(server, tool)))
        log("tool.removed", { tool, server });
    }
  }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
