import { settle } from "@toolcourt/gateway/internal/catalog/admission/settle";
import type { ServerPolicy, ToolConfig } from "@toolcourt/gateway/internal/catalog/tool-config";
import { readContract, type ToolSource } from "@toolcourt/sdk";

/** The settings that decide on the approval of a server's tools. */
export interface ApprovalSettings extends Pick<ServerPolicy, "profiles" | "defaults" | "approval"> {
  /** Returns the entry of a tool in the configuration. Default: it has none. */
  readonly entryOf?: (tool: string) => ToolConfig | undefined;
}

/** Tells whether a gateway would demand approval for the calls of a tool. */
export function needsApproval(
  source: ToolSource,
  { entryOf, ...server }: ApprovalSettings,
): boolean {
  const reading = readContract(source);
  if (reading.kind === "unreadable") return false;
  const { contract } = reading;
  return settle(entryOf?.(contract.name), server, contract).approval !== "none";
}
