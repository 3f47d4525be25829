import type { Difference } from "./classify.ts";

/** Record of a contract that differed from its lock entry. */
export interface Drifted {
  readonly difference: Difference;
  /** Digest that the lock would hold for the observed contract. */
  readonly digest: string;
}

/** By the server's tool names. */
export type DriftedTools = ReadonlyMap<string, Drifted>;
