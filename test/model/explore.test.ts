import { describe, expect, it } from "vitest";
import { actionNames, explore } from "./explore.ts";
import { names } from "./invariants.ts";
import { boundOf, mutants, rulesOf } from "./mutants.ts";
import { rules } from "./rules.ts";
import type { Bound } from "./state.ts";

/** Small enough for every test run. `npm run model` explores more. */
const bound: Bound = { approvals: 1, calls: 2, queries: 2, crashes: 1, outages: 1 };

describe("the model", () => {
  it("keeps its promises in every state within the bound, and takes every action", () => {
    const { states, taken, violation } = explore({ rules, bound });

    expect(violation).toBeUndefined();
    expect(states).toBe(58_527);
    expect(actionNames.filter((name) => taken[name] === 0)).toEqual([]);
  });
});

describe("the mutants", () => {
  it("break every promise, each in its own way", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(8);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(names.filter((name) => !mutants.some(({ breaks }) => breaks === name))).toEqual([]);
  });

  // `npm run model` also explores those of p8, which take a minute with coverage.
  it.each(mutants.filter((mutant) => mutant.breaks !== "p8"))("are found: $name", (mutant) => {
    const { violation } = explore({ rules: rulesOf(mutant), bound: boundOf(mutant) });

    expect(violation?.broken).toContain(mutant.breaks);
  });
});
