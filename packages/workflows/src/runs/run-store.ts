import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Store for runs: their params and the state their steps wrote. */
export interface RunStore {
  /** Returns the saver once it is ready. Rejects if the store is unreachable. */
  readonly saver: () => Promise<BaseCheckpointSaver>;
  /** Deletes superseded marks. Default: they stay until their run is deleted. */
  readonly forget?: (marks: OldMarks) => Promise<void>;
  /** Retention of runs. Default: kept until deleted by hand. */
  readonly retention?: Retention;
}

/** Marks of steps that began but did not run. */
export interface OldMarks {
  readonly thread: string;
  /** The saver's keys: its `checkpoint_ns`, and each `checkpoint_id`. */
  readonly namespace: string;
  readonly ids: readonly string[];
}

export interface Retention {
  /** Returns whether a run last changed at `changedAt` has expired at `now`. Both are ISO 8601. */
  readonly isOver: (changedAt: string, now: string) => boolean;
  /** Deletes long-expired runs at most once an hour. A failure is retried later. */
  readonly tidy: (now: string) => Promise<void>;
}

export interface Sweeps {
  /**
   * Deletes the runs that expired more than a day ago and returns their number. Calls also trigger
   * it once an hour.
   */
  readonly sweep: (now: Date) => Promise<number>;
}
