import type { ToolContract } from "./contract.ts";
import type { JsonObject } from "./json.ts";
import { type Overlay, withOverlay } from "./overlay.ts";

/** Returns the MCP tool object of a contract, with the operator's overlay if there is one. */
export function toMcpTool(contract: ToolContract, overlay?: Overlay): JsonObject {
  return overlay === undefined ? contract.asReceived : withOverlay(contract.asReceived, overlay);
}
