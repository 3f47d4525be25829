import type { Difference } from "./classify.ts";

/** Record of a contract that differed from its lock entry. */
export interface Drifted {
  readonly difference: Difference;
  /** Digest that the lock would hold for the observed contract. */
  readonly digest: string;
  /**
   * Number of the newest decision about the tool when it was held. Only a later one releases it.
   * Default: 0, and any decision does.
   */
  readonly after?: number;
}

/** By the server's tool names. */
export type DriftedTools = ReadonlyMap<string, Drifted>;
