import type { ArgumentMarks, Reach, ResultMarks } from "./flow.ts";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, own } from "./json.ts";

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

export const categories = ["query", "mutation", "analysis", "generation"] as const;
export type Category = (typeof categories)[number];

export const responseTimes = ["fast", "medium", "slow"] as const;
export type ResponseTime = (typeof responseTimes)[number];

export const approvals = ["none", "caller", "operator"] as const;
/** The approval a call needs: none, by the person at the client, or by another person. */
export type ApprovalWish = (typeof approvals)[number];

export interface Example {
  readonly description: string;
  readonly params: JsonObject;
  readonly expectedResult: JsonValue;
}

export interface RateLimit {
  readonly maxCalls: number;
  readonly windowMs: number;
}

export interface Deprecation {
  /** The first deprecated version of the tool. */
  readonly since: string;
  readonly replacement: string;
  /** An ISO 8601 date. */
  readonly removalDate: string;
}

/** The parts of a contract beyond its schemas. Omitted terms stay absent: there are no defaults. */
export interface Terms {
  readonly version?: string;
  readonly permissions?: readonly string[];
  readonly category?: Category;
  readonly effect?: Effect;
  readonly responseTime?: ResponseTime;
  readonly cacheable?: boolean;
  /** Seconds. */
  readonly cacheTTL?: number;
  readonly idempotent?: boolean;
  readonly examples?: readonly Example[];
  readonly tags?: readonly string[];
  readonly rateLimit?: RateLimit;
  readonly deprecated?: Deprecation;
  readonly approval?: ApprovalWish;
  /** Limits and safety rules in words, one sentence each. */
  readonly constraints?: readonly string[];
  /** Names of the tools that this tool may call, each through the whole pipeline. */
  readonly steps?: readonly string[];
  /** Whether data can leave by a call. */
  readonly reach?: Reach;
  /** What arguments do, by JSON pointer into the arguments. */
  readonly input?: ArgumentMarks;
  /** Who can have written results, by JSON pointer into the structured content. */
  readonly output?: ResultMarks;
}

export const promotions = ["json-text", "text", "blocks"] as const;

/**
 * Source of structured content if a server sends none, chosen by the operator. It is the JSON in a
 * text, the text itself, or the kinds of content blocks.
 */
export type Promotion = (typeof promotions)[number];

/** Stand-in for a missing input schema. Accepts no value at all. */
export const noInput: JsonSchema = { not: {} };

/** Returns whether a schema is the stand-in or an equivalent: no call can fit it. */
export function isNoInput(schema: JsonSchema): boolean {
  const not = own(schema, "not");
  return Object.keys(schema).length === 1 && isJsonObject(not) && Object.keys(not).length === 0;
}
