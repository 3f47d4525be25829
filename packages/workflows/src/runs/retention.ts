import type { Retention, Sweeps } from "./run-store.ts";

/** For how long runs are kept. */
export interface RetentionOptions {
  /** How many days after its last step a run can still be asked for. 30 unless told otherwise. */
  readonly keepForDays?: number;
}

/** Deletes the runs that nobody has touched since that moment, and says how many they were. */
export type DeleteIdle = (since: Date) => Promise<number>;

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;
const usualDays = 30;
const mostDays = 3_650;

/**
 * What is over is refused at once and deleted a day later. So nobody can be going on with a run while it is
 * deleted, in whichever process: a call is shorter than that, and clocks differ by less.
 */
const graceMs = dayMs;

export function createRetention(
  { keepForDays = usualDays }: RetentionOptions,
  deleteIdle: DeleteIdle,
): Retention & Sweeps {
  if (!(keepForDays >= 1 && keepForDays <= mostDays)) {
    throw new TypeError(`keepForDays is a number from 1 to ${mostDays}.`);
  }
  const keepForMs = keepForDays * dayMs;
  let next = 0;
  const sweep = (now: Date): Promise<number> =>
    deleteIdle(new Date(now.getTime() - keepForMs - graceMs));

  return {
    sweep,
    isOver: (changedAt, now) => Date.parse(now) - Date.parse(changedAt) > keepForMs,
    tidy: async (now) => {
      const at = Date.parse(now);
      if (at < next) return;
      next = at + hourMs;
      await sweep(new Date(at)).catch(() => undefined);
    },
  };
}
