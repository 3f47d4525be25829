import type { Difference } from "./classify.ts";

/** That a tool had another contract than its lock, and which. */
export interface Drifted {
  readonly difference: Difference;
  /** What a lock would have of the contract that was seen. */
  readonly digest: string;
}

/** By the server's names of the tools. */
export type DriftedTools = ReadonlyMap<string, Drifted>;
