import type { JsonObject } from "@toolcourt/sdk";

/** One call and what the server answered to it. */
export interface Sample {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The result object of the protocol. */
  readonly result: JsonObject;
}
