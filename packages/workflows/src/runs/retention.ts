import type { Retention, Sweeps } from "./run-store.ts";

/** Retention of runs. */
export interface RetentionOptions {
  /** Days after its last step for which a run stays available. Default: 30. */
  readonly keepForDays?: number;
}

/** Deletes the runs untouched since that moment and returns their number. */
export type DeleteIdle = (since: Date) => Promise<number>;

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;
const usualDays = 30;
const mostDays = 3_650;

/**
 * Grace period. An expired run is refused at once and deleted a day later. No process can still be
 * resuming it then: calls are shorter and clock skew is smaller.
 */
const graceMs = dayMs;

export function createRetention(
  { keepForDays = usualDays }: RetentionOptions,
  deleteIdle: DeleteIdle,
): Retention & Sweeps {
  if (!(keepForDays >= 1 && keepForDays <= mostDays)) {
    throw new TypeError(`keepForDays is a number from 1 to ${mostDays}.`);
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
