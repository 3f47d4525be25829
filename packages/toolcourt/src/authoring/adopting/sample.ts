import type { JsonObject } from "@toolcourt/sdk";

/** One call and the server's answer. */
export interface Sample {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The MCP result object. */
  readonly result: JsonObject;
}
