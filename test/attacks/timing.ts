import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";

type Work = () => Promise<unknown>;

/**
 * Returns Welch's t for the durations of two pieces of work. They alternate in random order. The
 * slowest 5% are dropped as machine noise.
 */
async function timeDifference(one: Work, other: Work, rounds: number): Promise<number> {
  const [first, second]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds / 10; round += 1) {
    await one();
    await other();
  }
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      { work: one, times: first },
      { work: other, times: second },
    ];
    for (const { work, times } of coin() ? turns : turns.toReversed()) {
      const start = systemClock.monotonic();
      await work();
      times.push(systemClock.monotonic() - start);
    }
  }
  return welch(quickest(first), quickest(second));
}

/** Returns the smallest t of a few tries: a leak shows every time, chance does not. */
export async function minDifference(one: Work, other: Work, rounds: number): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && smallest >= suspicious; attempt += 1) {
    smallest = Math.min(smallest, Math.abs(await timeDifference(one, other, rounds)));
  }
  return smallest;
}

/** Threshold of t above which durations count as different. */
export const suspicious = 4.5;

function quickest(times: readonly number[]): readonly number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * 0.95));
}

function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [spread(one), spread(other)];
  return (a.mean - b.mean) / Math.sqrt(a.ofMean + b.ofMean);
}

function spread(times: readonly number[]): { readonly mean: number; readonly ofMean: number } {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return { mean, ofMean: squares / (times.length - 1) / times.length };
}

let tossed = 1;
/** Deterministic coin toss for the order of turns. */
function coin(): boolean {
  tossed = (tossed * 48_271) % 2_147_483_647;
  return tossed % 2 === 0;
}
