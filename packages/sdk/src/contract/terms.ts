import type { Effect } from "./contract.ts";
import type { JsonObject, JsonValue } from "./json.ts";

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
}
