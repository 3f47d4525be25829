import { describe, expect, it } from "vitest";
import { boundsOf } from "./bounds.ts";
import type { Figures } from "./figures.ts";
import type { Era } from "./load/dialect.ts";
import type { GroupFigures, Row } from "./rows.ts";

const figures = (cpuUs: number, settledAfter?: number): Figures => ({
  cpuUs,
  timesRaw: cpuUs / 50,
  perSecond: 1_000,
  p50Ms: cpuUs / 10,
  residentMb: 100,
  ...(settledAfter !== undefined && { settledAfter }),
});
const group = (era: Era, own: Figures): GroupFigures => ({
  load: "call",
  era,
  figures: { raw: figures(50), memory: own },
  missing: { naive: "does not start" },
});
const row: Row = {
  id: "memory",
  subject: "memory",
  load: "call",
  eras: ["modern", "legacy"],
  bounds: [
    { against: "raw", times: 1.6 },
    { against: "naive", times: 1 / 7 },
  ],
  maxSettledCalls: 8_000,
};
const verdicts = (groups: readonly GroupFigures[]) =>
  boundsOf([row], { groups, gauges: [] }).map(({ what, isReached }) => [what, isReached]);

describe("boundsOf", () => {
  it("compares each era with its own group, and the eras with each other", () => {
    const groups = [group("modern", figures(75, 6_000)), group("legacy", figures(85))];
    expect(verdicts(groups)).toEqual([
      ["memory, modern: CPU against raw", true],
      ["memory, modern: CPU against naive", undefined],
      ["memory, modern: settled after", true],
      ["memory, legacy: CPU against raw", false],
      ["memory, legacy: CPU against naive", undefined],
      ["memory, legacy: settled after", false],
      ["memory: one era against the other", false],
    ]);
  });

  it("wants at least so many calls per second, and says where", () => {
    const least = { against: "raw", times: 1.4, figure: "perSecond", where: "2 cores" } as const;
    const faster = { ...figures(50), perSecond: 1_500 };
    const rows = [{ ...row, eras: ["modern"] as const, bounds: [least] }];
    const [first] = boundsOf(rows, { groups: [group("modern", faster)], gauges: [] });
    const [slow] = boundsOf(rows, { groups: [group("modern", figures(50))], gauges: [] });

    expect(first).toEqual({
      what: "memory, modern: calls per second against raw, 2 cores",
      wanted: "at least 1.40 ×",
      found: "1.50 ×",
      isReached: true,
    });
    expect(slow?.isReached).toBe(false);
  });

  it("reports rows without a figure as not measured", () => {
    const bounds = boundsOf([row], { groups: [], gauges: [] });
    expect(new Set(bounds.map(({ found }) => found))).toEqual(new Set(["not measured"]));
  });

  it("compares a gauge only if it has a bound", () => {
    const gauges = [
      { what: "allocated a call", value: 51, unit: "KB", max: 25 },
      { what: "live heap", value: 60, unit: "MB" },
      { what: "start", value: undefined, unit: "s", max: 1 },
    ];
    expect(boundsOf([], { groups: [], gauges })).toEqual([
      { what: "allocated a call", wanted: "at most 25 KB", found: "51 KB", isReached: false },
      { what: "start", wanted: "at most 1 s", found: "not measured" },
    ]);
  });
});
