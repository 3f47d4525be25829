import type { JsonObject, JsonSchema } from "./json.ts";
import type { Promotion } from "./promotion.ts";
import type { Terms } from "./terms.ts";

export const effects = ["read", "write", "destroy"] as const;

/** The possible effect of a call, in our own classes. Default of an undeclared tool: `write`. */
export type Effect = (typeof effects)[number];

/** Everything a tool promises, as data. Its origin makes no difference to its users. */
export interface ToolContract {
  /** The operator's name of the server; `local` for local tools. */
  readonly server: string;
  readonly name: string;
  readonly description: string;
  /** Accepts nothing if the tool has no schema: a missing one must not mean "anything goes". */
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  /** How to derive structured content. Set by the operator only, never by the server. */
  readonly result?: Promotion;
  readonly effect: Effect;
  readonly terms: Terms;
  /** The whole tool object, unknown fields included. */
  readonly asReceived: JsonObject;
  readonly digest: string;
}

/** Key in an MCP tool object for the terms that the protocol has no field for. */
export const termsKey = "dev.toolcourt/contract";
