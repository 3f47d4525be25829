import { guardedReads } from "./guarded.ts";
import type { Measured } from "./load/measure.ts";
import { npmGateways } from "./npm-gateways.ts";
import type { GroupCommitRate } from "./scenarios/group-commit.ts";
import type { Row } from "./scenarios/measure-workloads.ts";
import type { MemoryGrowth } from "./scenarios/memory.ts";
import type { Start } from "./scenarios/start.ts";
import type { StartUp } from "./scenarios/start-up.ts";
import { naiveGateway, ours, rawProxy } from "./subjects.ts";

/** A promised bound and its measured outcome. */
export interface Bound {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined if it could not be measured. */
  readonly isReached?: boolean;
}

export interface Findings {
  readonly rows: readonly Row[];
  readonly starts: readonly Start[];
  readonly startUp: StartUp;
  readonly memory: MemoryGrowth;
  readonly groupCommit: readonly GroupCommitRate[];
}

const competitors: readonly string[] = [naiveGateway, ...npmGateways.map(({ name }) => name)];
/** Smaller than any object a leak could retain per call. */
const flatBytes = 50;

export function boundsOf({ rows, starts, startUp, memory }: Findings): readonly Bound[] {
  return [
    ...groupsOf(rows, "call").flatMap(callBounds),
    ...groupsOf(rows, "list").flatMap((group) =>
      compare(group, naiveGateway, [{ ...throughput, times: 10 }]),
    ),
    ...groupsOf(rows, "large").map(largeBound),
    ...starts.flatMap(startBounds),
    atMost("1,000 tools over 20 servers, start over the slowest", {
      value: startUp.allMs - startUp.slowestMs,
      max: 3_000,
      unit: "ms",
    }),
    atMost(`memory over ${memory.calls.toLocaleString("en")} calls`, {
      value: memory.bytesPerCall,
      max: flatBytes,
      unit: "B a call",
    }),
  ];
}

function groupsOf(rows: readonly Row[], workload: Row["workload"]): readonly (readonly Row[])[] {
  const ofHeat = rows.filter((row) => row.workload === workload);
  return [...Map.groupBy(ofHeat, ({ kind, era }) => `${kind} ${era}`).values()];
}

function callBounds(group: readonly Row[]): readonly Bound[] {
  const isHttp = group[0]?.kind === "http";
  const times = isHttp ? 6 : 3;
  const cpu = isHttp
    ? [
        ...compare(group, rawProxy, [{ ...cost, times: 2.5 }]),
        ...compare(group, naiveGateway, [
          { ...cost, times: 1 / 8 },
          { ...cost, times: 1 / 4, of: guardedReads },
        ]),
      ]
    : [];
  const present = competitors.filter((name) =>
    group.some((row) => row.name === name && row.measured),
  );
  return [
    ...cpu,
    ...present.flatMap((name) =>
      compare(group, name, [
        { ...throughput, times },
        { ...latency, times: 0.5 },
      ]),
    ),
  ];
}

interface Comparison {
  readonly figure: keyof Measured;
  readonly word: string;
  readonly direction: "at least" | "at most";
}

const cost: Comparison = { figure: "cpuUs", word: "CPU", direction: "at most" };
const throughput: Comparison = { figure: "perSecond", word: "throughput", direction: "at least" };
const latency: Comparison = { figure: "p50Ms", word: "p50", direction: "at most" };

function compare(
  group: readonly Row[],
  other: string,
  comparisons: readonly (Comparison & { readonly times: number; readonly of?: string })[],
): readonly Bound[] {
  const { kind = "", era = "", workload = "" } = group[0] ?? {};
  const find = (name: string): Measured | undefined =>
    group.find((row) => row.name === name)?.measured;
  const reference = find(other);
  return comparisons.map(({ figure, word, direction, times, of = ours }) => {
    const own = find(of);
    const subject = of === ours ? "" : `${of}, `;
    const what = `${workload}, ${kind}, ${era}: ${subject}${word} against ${other}`;
    const wanted = `${direction} ${ratioText(times)}`;
    if (own === undefined || reference === undefined)
      return { what, wanted, found: "not measured" };
    const ratio = own[figure] / reference[figure];
    const isReached = direction === "at least" ? ratio >= times : ratio <= times;
    return { what, wanted, found: ratioText(ratio), isReached };
  });
}

function ratioText(ratio: number): string {
  return ratio < 0.3 ? `1/${(1 / ratio).toFixed(1)}` : `${ratio.toFixed(2)} ×`;
}

function startBounds({ what, cpuSeconds, max }: Start): readonly Bound[] {
  if (max === undefined) return [];
  if (cpuSeconds === undefined) {
    return [{ what: `${what}, CPU`, wanted: `at most ${max} s`, found: "not measured" }];
  }
  return [atMost(`${what}, CPU`, { value: cpuSeconds, max, unit: "s" })];
}

function largeBound(group: readonly Row[]): Bound {
  const own = group.find(({ name }) => name === ours)?.measured;
  const what = "a result of 100 KB, CPU";
  if (own === undefined) return { what, wanted: "at most 2.5 ms", found: "not measured" };
  return atMost(what, { value: own.cpuUs / 1000, max: 2.5, unit: "ms" });
}

function atMost(
  what: string,
  { value, max, unit }: { readonly value: number; readonly max: number; readonly unit: string },
): Bound {
  const digits = max < 10 ? 2 : 0;
  const wanted = `at most ${max.toLocaleString("en")} ${unit}`;
  return { what, wanted, found: `${value.toFixed(digits)} ${unit}`, isReached: value <= max };
}
