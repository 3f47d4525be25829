import { Session } from "node:inspector/promises";

/** A piece of a function's source that never ran: from an offset up to another. */
type Gap = readonly [from: number, to: number];

/** Collects which blocks of the code under test have run. */
export interface Coverage extends Disposable {
  /** Returns whether anything ran since the last look that had never run before. Remembers it. */
  readonly grew: () => Promise<boolean>;
  /** Returns the same, and remembers nothing. */
  readonly wouldGrow: () => Promise<boolean>;
  /** The blocks that have run: functions, and gaps that were closed. */
  readonly size: () => number;
}

/** Counts the blocks that run in files which `isMeant` accepts, by the profiler of V8. */
export async function openCoverage(isMeant: (url: string) => boolean): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const gaps = new Map<string, readonly Gap[]>();
  let size = 0;

  /** Returns how much a function's ranges add, and what of it is left. One that never ran is new. */
  const added = (ranges: readonly Range[], url: string): Added | undefined => {
    const [whole, ...inner] = ranges;
    if (whole === undefined || whole.count === 0) return undefined;
    const key = `${url} ${whole.startOffset} ${whole.endOffset}`;
    const old = gaps.get(key);
    const now = inner
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }): Gap => [startOffset, endOffset]);
    if (old === undefined) return { key, left: now, count: 1 };
    const left = old.flatMap((gap) => partsOf(gap, now));
    return { key, left, count: Math.ceil((lengthOf(old) - lengthOf(left)) / lengthUnit) };
  };
  const look = async (): Promise<readonly Added[]> => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => isMeant(url))
      .flatMap(({ url, functions }) => functions.map(({ ranges }) => added(ranges, url)))
      .filter((each) => each !== undefined)
      .filter(({ count }) => count > 0);
  };

  return {
    grew: async () => {
      const all = await look();
      for (const { key, left, count } of all) {
        gaps.set(key, left);
        size += count;
      }
      return all.length > 0;
    },
    wouldGrow: async () => (await look()).length > 0,
    size: () => size,
    [Symbol.dispose]: () => session.disconnect(),
  };
}

/** What one function adds to the coverage. */
interface Added {
  readonly key: string;
  readonly left: readonly Gap[];
  readonly count: number;
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Gaps are measured in characters. A block has some dozens. */
const lengthUnit = 40;

/** Returns the parts of a gap that are still not covered. */
function partsOf([from, to]: Gap, others: readonly Gap[]): readonly Gap[] {
  return others.flatMap(([start, end]) => {
    const part: Gap = [Math.max(from, start), Math.min(to, end)];
    return part[0] < part[1] ? [part] : [];
  });
}

function lengthOf(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Guides nothing: every input to begin with is kept, and no other. */
export const noCoverage: Coverage = {
  grew: async () => true,
  wouldGrow: async () => false,
  size: () => 0,
  [Symbol.dispose]: () => undefined,
};
