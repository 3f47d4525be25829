import type { Effect } from "./contract.ts";
import type { JsonObject, JsonValue } from "./json.ts";

export const categories = ["query", "mutation", "analysis", "generation"] as const;
export type Category = (typeof categories)[number];

export const responseTimes = ["fast", "medium", "slow"] as const;
export type ResponseTime = (typeof responseTimes)[number];

export const approvals = ["none", "caller", "operator"] as const;
/** Whose yes a call needs: nobody's, that of the person at the client, or somebody else's. */
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
  /** The version of the tool that was the first to be deprecated. */
  readonly since: string;
  readonly replacement: string;
  /** An ISO 8601 date. */
  readonly removalDate: string;
}

/** What a contract says beyond its schemas. Whatever an author left out is absent, not defaulted. */
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
  /** The names of the tools that the tool may call, each through every gate. */
  readonly steps?: readonly string[];
}
