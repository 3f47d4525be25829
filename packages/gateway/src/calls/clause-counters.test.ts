import { expect, it } from "vitest";
import { createClauseCounters, wouldHaveRefused } from "./clause-counters.ts";

it("says how many calls a clause would have refused, and in how many tools", () => {
  const counters = createClauseCounters();
  for (const isBroken of [true, true, false]) counters.count("a", "output", isBroken);
  counters.count("b", "output", false);
  counters.count("b", "size", true);

  const counts = counters.counts();

  expect(counts[0]).toEqual({ tool: "a", clause: "output", checked: 3, broken: 2 });
  expect(wouldHaveRefused(counts, "output")).toBe(
    "output would have refused 2 of 4 calls, in 1 tool.",
  );
  expect(wouldHaveRefused(counts, "input")).toBe("input would have refused 0 of 0 calls.");
});
