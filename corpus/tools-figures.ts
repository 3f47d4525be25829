import type { Row } from "./area.ts";

/** Builds a row for a share of a whole. An empty whole gets a note instead. */
export function rateRow(
  what: string,
  [part, whole]: readonly [part: number, whole: number],
  bound?: NonNullable<Row["bound"]>,
): Row {
  return {
    what,
    figure: whole === 0 ? 0 : part / whole,
    unit: "rate",
    note: `${part} of ${whole}`,
    ...(bound === undefined || whole === 0 ? {} : { bound }),
  };
}

/** Builds rows for the median, the slow tail and the maximum of some times. */
export function quantileRows(
  what: string,
  times: readonly number[],
  p99?: NonNullable<Row["bound"]>,
): readonly Row[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [
    { what: `${what}, p50`, figure: at(0.5), unit: "ms" },
    {
      what: `${what}, p99`,
      figure: at(0.99),
      unit: "ms",
      ...(p99 === undefined ? {} : { bound: p99 }),
    },
    { what: `${what}, slowest`, figure: at(1), unit: "ms" },
  ];
}

/** Builds a row for offenders, which must number zero, with the first of them. */
export function offenderRow(what: string, offenders: readonly string[]): Row {
  const [first] = offenders;
  return {
    what,
    figure: offenders.length,
    unit: "count",
    bound: { at: "exactly", value: 0 },
    ...(first === undefined ? {} : { note: first }),
  };
}
