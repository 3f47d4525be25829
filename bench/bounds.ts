import type { Gauge } from "./gauge.ts";
import type { Era } from "./load/dialect.ts";
import type { GroupFigures, Row, RowBound } from "./rows.ts";

/** A promised bound and its measured outcome. */
export interface Bound {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined if it could not be measured. */
  readonly isReached?: boolean;
}

export interface Findings {
  readonly groups: readonly GroupFigures[];
  readonly gauges: readonly Gauge[];
}

/** The most that the two eras of a row may differ. */
const erasWithin = 1.1;

export function boundsOf(rows: readonly Row[], { groups, gauges }: Findings): readonly Bound[] {
  return [
    ...rows.flatMap((row) => [
      ...row.eras.flatMap((era) => rowBounds(row, era, groups)),
      ...eraBounds(row, groups),
    ]),
    ...gauges.flatMap(({ what, value, unit, max }) =>
      max === undefined ? [] : [atMost(what, { value, max, unit })],
    ),
  ];
}

function groupOf(
  { load }: Row,
  era: Era,
  groups: readonly GroupFigures[],
): GroupFigures | undefined {
  return groups.find((group) => group.load === load && group.era === era);
}

function rowBounds(row: Row, era: Era, groups: readonly GroupFigures[]): readonly Bound[] {
  const group = groupOf(row, era, groups);
  const own = group?.figures[row.subject];
  const what = `${row.id}, ${era}`;
  const ratio = ({ against, figure = "cpuUs" }: RowBound): number | undefined => {
    const other = group?.figures[against];
    return own && other && own[figure] / other[figure];
  };
  const ratios = row.bounds.map((bound) => {
    const { against, figure = "cpuUs", where } = bound;
    const compared = `${what}: ${words[figure]} against ${against}`;
    const named = where === undefined ? compared : `${compared}, ${where}`;
    const isMinimum = figure === "perSecond";
    return timesBound(named, ratio(bound), { times: bound.times, isMinimum });
  });
  const { maxUs, maxSettledCalls } = row;
  const value = own?.cpuUs;
  const settled = own && (own.settledAfter ?? Number.POSITIVE_INFINITY);
  return [
    ...ratios,
    ...(maxUs === undefined ? [] : [atMost(`${what}: CPU`, { value, max: maxUs, unit: "µs" })]),
    ...(maxSettledCalls === undefined
      ? []
      : [
          atMost(`${what}: settled after`, { value: settled, max: maxSettledCalls, unit: "calls" }),
        ]),
  ];
}

function eraBounds(row: Row, groups: readonly GroupFigures[]): readonly Bound[] {
  if (row.eras.length < 2) return [];
  const costs = row.eras.map((era) => groupOf(row, era, groups)?.figures[row.subject]?.timesRaw);
  const known = costs.filter((cost) => cost !== undefined);
  const ratio = known.length < 2 ? undefined : Math.max(...known) / Math.min(...known);
  return [timesBound(`${row.id}: one era against the other`, ratio, { times: erasWithin })];
}

const words = { cpuUs: "CPU", p50Ms: "p50", perSecond: "calls per second" } as const;

interface Times {
  readonly times: number;
  readonly isMinimum?: boolean;
}

function timesBound(
  what: string,
  ratio: number | undefined,
  { times, isMinimum = false }: Times,
): Bound {
  const wanted = `${isMinimum ? "at least" : "at most"} ${timesText(times)}`;
  if (ratio === undefined) return { what, wanted, found: "not measured" };
  const isReached = isMinimum ? ratio >= times : ratio <= times;
  return { what, wanted, found: timesText(ratio), isReached };
}

export function timesText(ratio: number): string {
  return ratio < 0.3 ? `1/${(1 / ratio).toFixed(1)}` : `${ratio.toFixed(2)} ×`;
}

interface Limited {
  readonly value: number | undefined;
  readonly max: number;
  readonly unit: string;
}

function atMost(what: string, { value, max, unit }: Limited): Bound {
  const wanted = `at most ${max.toLocaleString("en")} ${unit}`;
  if (value === undefined) return { what, wanted, found: "not measured" };
  return { what, wanted, found: amountText(value, unit), isReached: value <= max };
}

export function amountText(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "not within the warm-up";
  const digits = Math.abs(value) < 10 ? 2 : 0;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`;
}
