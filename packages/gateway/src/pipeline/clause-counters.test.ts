import { expect, it } from "vitest";
import { ClauseCounters, totalsOf } from "./clause-counters.ts";

it("reports how many calls a clause refused or would have refused, and in which tools", () => {
  const counters = new ClauseCounters();
  for (const isBroken of [true, true, false]) counters.of("a").count("output", isBroken);
  for (const isBroken of [true, false]) counters.of("b").count("output", isBroken);
  counters.of("c").count("output", false);
  counters.of("b").count("size", false);

  const counts = counters.counts();
  const totals = totalsOf(counts, ({ tool }) => (tool === "b" ? "enforce" : "observe"));

  expect(counts[0]).toEqual({ tool: "a", clause: "output", checked: 3, broken: 2 });
  expect(totals).toEqual([
    { clause: "output", mode: "observe", checked: 4, broken: 2, tools: ["a"] },
    { clause: "output", mode: "enforce", checked: 2, broken: 1, tools: ["b"] },
  ]);
});
