import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { draftDigest, type HttpOperation } from "../drafts/draft.ts";

/** An HTTP operation as a tool: its public form, and how it is sent. */
export interface HttpTool {
  /** An MCP tool object. */
  readonly tool: JsonObject;
  readonly operation: HttpOperation;
}

/** Metadata key of the operation's digest in a tool object. */
export const operationKey = "dev.toolcourt/operation";

/**
 * Returns the tool object with the digest of its operation. The contract digest then covers how the
 * tool is sent, so changing the operation changes the contract.
 */
export function pinned(http: HttpTool): JsonObject {
  const { tool } = http;
  const meta = own(tool, "_meta");
  return {
    ...tool,
    _meta: { ...(isJsonObject(meta) ? meta : {}), [operationKey]: draftDigest(http) },
  };
}

/** Returns the operation digest of a listed tool object. */
export function operationNamedIn(tool: JsonObject): string | undefined {
  const meta = own(tool, "_meta");
  const named = isJsonObject(meta) ? own(meta, operationKey) : undefined;
  return typeof named === "string" ? named : undefined;
}
