import { isAway } from "./faults.ts";

interface Job {
  readonly run: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/** Runs jobs one after the other. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue, so that a process waits for the chain with one connection instead of all. When
 * the store is away, all queued jobs fail at once: each would time out the same way.
 */
export function createTurns(): InTurn {
  const jobs: Job[] = [];
  let running: Promise<void> | undefined;

  const runOne = async ({ run, fail }: Job): Promise<void> => {
    try {
      await run();
    } catch (error) {
      fail(error);
      if (isAway(error)) for (const other of jobs.splice(0)) other.fail(error);
    }
  };

  const runAll = async (): Promise<void> => {
    // Jobs queued in the same tick can be batched.
    await Promise.resolve();
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await runOne(job);
    running = undefined;
  };

  return <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      jobs.push({ run: async () => resolve(await work()), fail: reject });
      running ??= runAll();
    });
}
