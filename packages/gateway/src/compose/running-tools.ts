import { dirname, resolve } from "node:path";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Tool } from "@toolcourt/sdk";
import type { Registry } from "../catalog/create-registry.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { loadConfig } from "../config/load.ts";
import type { RunningTool } from "../edge/admin/runs.ts";
import type { Principal } from "../pipeline/call.ts";
import { findConfig } from "./find-config.ts";
import { areBoxed, loadLocal } from "./load-local.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** Returns the local tools whose runs can be shown. Boxed tools are in another process. */
export function runningToolsIn(
  { current }: Pick<Registry, "current">,
  isSeenBy: (principal: Principal, tool: RegisteredTool) => boolean,
): readonly RunningTool[] {
  return [...current().tools.values()].flatMap((tool) => {
    const found = tool.home.kind === "local" ? running([tool.home.tool]) : [];
    return found.map((each) => ({
      ...each,
      isSeenBy: (principal: Principal) => isSeenBy(principal, tool),
    }));
  });
}

function running(tools: readonly Tool[]): readonly RunningTool[] {
  return tools.flatMap(({ name, runs }) => (runs === undefined ? [] : [{ name, runs }]));
}

export interface OpenRunningTools extends AsyncDisposable {
  readonly tools: readonly RunningTool[];
}

/** Loads the modules of local tools for a command. Starts no server. */
export function openRunningTools(
  config: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenRunningTools> {
  return openAll(async (stack) => {
    const { text, source } = await findConfig(config, runtime);
    const { toolbox } = loadConfig(text, { ...source, opensNoServer: true });
    if (areBoxed(toolbox)) return { tools: [] };
    const configured = resolve(runtime.folder, dirname(config ?? ""));
    const local = { ...runtime, stack, configured, files: async () => [] };
    return { tools: running(await loadLocal(toolbox, local)) };
  });
}
