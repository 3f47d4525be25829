import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Where runs are kept: the params of each, and what its steps wrote down. */
export interface RunStore {
  /** Ready to be used. Rejects if the store cannot be reached. */
  readonly saver: () => Promise<BaseCheckpointSaver>;
  /** Deletes marks that newer ones have taken the place of. Absent: they stay as long as their run. */
  readonly forget?: (marks: OldMarks) => Promise<void>;
  /** For how long. Absent: until somebody deletes them. */
  readonly retention?: Retention;
}

/** Marks of steps that were begun and did not run. */
export interface OldMarks {
  readonly thread: string;
  /** Where the saver has them: its `checkpoint_ns`, and each `checkpoint_id`. */
  readonly namespace: string;
  readonly ids: readonly string[];
}

export interface Retention {
  /** Whether a run that was changed last at this moment is over at the other one. Both are ISO 8601. */
  readonly isOver: (changedAt: string, now: string) => boolean;
  /** Deletes what has long been over, now and then. What fails is tried again later. */
  readonly tidy: (now: string) => Promise<void>;
}

export interface Sweeps {
  /** Deletes the runs that have been over for a day, and says how many they were. It is done once an hour besides, by calls. */
  readonly sweep: (now: Date) => Promise<number>;
}
