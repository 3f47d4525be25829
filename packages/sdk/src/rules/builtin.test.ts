import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { remarks } from "../testing/remarks.ts";
import { builtinRules } from "./builtin.ts";

/** Rules that apply to discoveries only; the exemplary contract is none. */
const ofDiscoveries = new Set(["input/discovery", "output/discovery"]);

describe.each(builtinRules)("$id keeps the promises of every rule", (rule) => {
  it("lives in the file its id names, with a test beside it", () => {
    expect(existsSync(new URL(`./${rule.id}.ts`, import.meta.url))).toBe(true);
    expect(existsSync(new URL(`./${rule.id}.test.ts`, import.meta.url))).toBe(true);
  });

  it("has a one-sentence imperative summary", () => {
    expect(rule.summary).toMatch(/^(Reject|Require|Limit|Forbid) .+[^.]$/);
  });

  it("names its requirements by number, or none if it goes beyond them", () => {
    for (const requirement of rule.requirements) expect(requirement).toMatch(/^S[0-4]-\d+$/);
    expect(new Set(rule.requirements).size).toBe(rule.requirements.length);
  });

  it("has a good and a bad example and applies in some profile", () => {
    expect(rule.good.length).toBeGreaterThan(0);
    expect(rule.bad.length).toBeGreaterThan(0);
    expect(Object.keys(rule.severity).length).toBeGreaterThan(0);
  });

  it.each(rule.good)("accepts its good example %#", (example) => {
    expect(remarks(rule, example)).toEqual([]);
  });

  it.each(rule.bad)("reports its bad example %#", (example) => {
    const found = remarks(rule, example);

    expect(found).not.toEqual([]);
    for (const { pointer, message } of found) {
      expect(pointer).toMatch(/^(\/|$)/);
      expect(message).toMatch(/^[A-Z`].*\.$/);
    }
  });
});

it.each(builtinRules.filter(({ id }) => !ofDiscoveries.has(id)))(
  "$id accepts the exemplary contract",
  (rule) => {
    expect(remarks(rule)).toEqual([]);
  },
);

it.each(builtinRules.filter(({ id }) => ofDiscoveries.has(id)))(
  "$id requires the exemplary contract to have the parts of a discovery",
  (rule) => {
    expect(remarks(rule)).not.toEqual([]);
  },
);

it("gives every rule its own id", () => {
  const ids = builtinRules.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});
