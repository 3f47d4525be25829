import { isAway } from "./faults.ts";

interface Job {
  readonly run: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/** Does one thing after the other. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a process wait for the chain with one connection instead of all it has. Whoever waits behind
 * one that found the store away is told at once: each would wait as long again to hear the same.
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
    // What is asked for in one go can be done in one go.
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
