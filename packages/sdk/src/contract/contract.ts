import type { JsonObject, JsonSchema } from "./json.ts";
import type { Promotion } from "./promotion.ts";
import type { Terms } from "./terms.ts";

export const effects = ["read", "write", "destroy"] as const;

/** What a call can do to the world, by our own class. A tool that does not say counts as `write`. */
export type Effect = (typeof effects)[number];

/** Everything a tool promises, as data. Where it came from makes no difference to anybody who holds it. */
export interface ToolContract {
  /** The name the operator gave the server; `local` for our own tools. */
  readonly server: string;
  readonly name: string;
  readonly description: string;
  /** Accepts nothing when the tool came without one: what is missing must not mean "anything goes". */
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  /** What the structured content is made of. Only the operator says so, never the server. */
  readonly result?: Promotion;
  readonly effect: Effect;
  readonly terms: Terms;
  /** The whole tool object, unknown fields included. */
  readonly asReceived: JsonObject;
  readonly digest: string;
}

/** Where an MCP tool object carries the terms that the protocol has no field for. */
export const termsKey = "dev.toolcourt/contract";
