import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Store for runs: their params and the state their steps wrote. */
export interface RunStore {
  /** Returns the saver once it is ready. Rejects if the store is unreachable. */
  readonly saver: () => Promise<BaseCheckpointSaver>;
  /** Deletes superseded marks. Default: they stay until their run is deleted. */
  readonly forget?: (marks: OldMarks) => Promise<void>;
  /**
   * Whether the saver lists the checkpoints of all runs by their ids, the last one first. Default: no,
   * so a list of runs reads all of them.
   */
  readonly isSorted?: boolean;
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

/** Retention of runs. */
export interface RetentionOptions {
  /** Days after its last step for which a run stays available. Default: 30. */
  readonly keepForDays?: number;
}

/** Deletes the runs untouched since that moment and returns their number. */
type DeleteIdle = (since: Date) => Promise<number>;

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;
const defaultDays = 30;
const maxDays = 3_650;

/**
 * Grace period. An expired run is refused at once and deleted a day later. No process can still be
 * resuming it then: calls are shorter and clock skew is smaller.
 */
const graceMs = dayMs;

export function createRetention(
  { keepForDays = defaultDays }: RetentionOptions,
  deleteIdle: DeleteIdle,
): Retention & Sweeps {
  if (!(keepForDays >= 1 && keepForDays <= maxDays)) {
    throw new TypeError(`keepForDays is a number from 1 to ${maxDays}.`);
  }
  const retainForMs = keepForDays * dayMs;
  let next = 0;
  const sweep = (now: Date): Promise<number> =>
    deleteIdle(new Date(now.getTime() - retainForMs - graceMs));

  return {
    sweep,
    isOver: (changedAt, now) => Date.parse(now) - Date.parse(changedAt) > retainForMs,
    tidy: async (now) => {
      const at = Date.parse(now);
      if (at < next) return;
      next = at + hourMs;
      await sweep(new Date(at)).catch(() => undefined);
    },
  };
}
