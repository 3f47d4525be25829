import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { draftDigest, type HttpOperation } from "../drafts/draft.ts";

/** A tool that is an operation over HTTP: what callers see, and how it is sent. */
export interface HttpTool {
  /** An MCP tool object. */
  readonly tool: JsonObject;
  readonly operation: HttpOperation;
}

/** Where a tool object says which operation it stands for. */
export const operationKey = "dev.toolcourt/operation";

/**
 * The tool object with the digest of its operation in it. So the digest of a contract covers how the tool
 * is sent, and whoever changes that changes the contract.
 */
export function pinned(http: HttpTool): JsonObject {
  const { tool } = http;
  const meta = own(tool, "_meta");
  return {
    ...tool,
    _meta: { ...(isJsonObject(meta) ? meta : {}), [operationKey]: draftDigest(http) },
  };
}

/** The operation that a listed tool object stands for. */
export function operationNamedIn(tool: JsonObject): string | undefined {
  const meta = own(tool, "_meta");
  const named = isJsonObject(meta) ? own(meta, operationKey) : undefined;
  return typeof named === "string" ? named : undefined;
}
