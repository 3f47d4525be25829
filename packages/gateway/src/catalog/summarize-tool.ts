import type { RegisteredTool } from "./snapshot.ts";
import { changeFor, isUntyped, nextFor, reasonOf, stateOf, type ToolState } from "./tool-state.ts";

/** A tool as lists show it. */
export interface ToolSummary {
  readonly server: string;
  /** The name that callers use. */
  readonly tool: string;
  readonly effect: RegisteredTool["contract"]["effect"];
  readonly approval: RegisteredTool["settings"]["approval"];
  readonly state: ToolState;
  readonly untyped: boolean;
  /** Unset for a tool that is callable without approval. */
  readonly reason?: string | undefined;
  /** Who has to change what. Set for a held tool that no command makes callable. */
  readonly change?: string | undefined;
  /** The next command to type. Set for a held tool. */
  readonly next?: string | undefined;
}

export function summaryOf(tool: RegisteredTool): ToolSummary {
  const { publicName, contract, settings } = tool;
  const [reason, change, next] = [reasonOf(tool), changeFor(tool), nextFor(tool)];
  return {
    server: contract.server,
    tool: publicName,
    effect: contract.effect,
    approval: settings.approval,
    state: stateOf(tool),
    untyped: isUntyped(tool),
    ...(reason !== undefined && { reason }),
    ...(change !== undefined && { change }),
    ...(next !== undefined && { next }),
  };
}
