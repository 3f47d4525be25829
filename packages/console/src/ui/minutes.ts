import type { Bucket } from "../api/shapes.ts";

/** The calls of one minute. */
export interface Minute {
  readonly at: number;
  readonly count: number;
  readonly refused: number;
  readonly failed: number;
  /** The highest of the minute's buckets. Null without calls. */
  readonly p50: number | null;
  readonly p95: number | null;
}

const minuteMs = 60_000;
export const shownMinutes = 60;

/** Sums buckets up to minutes. The last minute is the one of `now`. */
export function minutesOf(buckets: readonly Bucket[], now: number): readonly Minute[] {
  const last = Math.floor(now / minuteMs);
  const byMinute = Map.groupBy(buckets, ({ at }) => Math.floor(at / minuteMs));
  return Array.from({ length: shownMinutes }, (_, index) => {
    const minute = last - shownMinutes + 1 + index;
    return summed(minute * minuteMs, byMinute.get(minute) ?? []);
  });
}

function summed(at: number, buckets: readonly Bucket[]): Minute {
  const sum = (key: "count" | "refused" | "failed"): number =>
    buckets.reduce((total, bucket) => total + bucket[key], 0);
  const highest = (key: "p50" | "p95"): number | null => {
    const known = buckets.flatMap((bucket) => bucket[key] ?? []);
    return known.length === 0 ? null : Math.max(...known);
  };
  return {
    at,
    count: sum("count"),
    refused: sum("refused"),
    failed: sum("failed"),
    p50: highest("p50"),
    p95: highest("p95"),
  };
}

/** Returns a round upper end of an axis. */
export function axisEnd(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= highest) ?? 10;
  return step * power;
}

/** Returns the points of lines. A minute without calls interrupts them. One alone is a dash. */
export function linesOf(
  minutes: readonly Minute[],
  key: "p50" | "p95",
  end: number,
): readonly string[] {
  const lines: Point[][] = [[]];
  for (const [index, minute] of minutes.entries()) {
    const value = minute[key];
    if (value === null) lines.push([]);
    else lines.at(-1)?.push([index * 10 + 5, (100 - (value / end) * 100).toFixed(2)]);
  }
  return lines.filter((line) => line.length > 0).map(pointsOf);
}

type Point = readonly [x: number, y: string];

function pointsOf(line: readonly Point[]): string {
  const [first, ...others] = line;
  if (first === undefined || others.length > 0) return line.map(([x, y]) => `${x},${y}`).join(" ");
  const [x, y] = first;
  return `${x - 4},${y} ${x + 4},${y}`;
}
