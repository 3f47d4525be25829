import { inspections, placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { patterns } from "./patterns.ts";

describe("schema/patterns", () => {
  it.each([
    ["(?<!a)b", "lookaround"],
    ["(a)\\1", "a backreference"],
    ["(?<x>a)\\k<x>", "a backreference"],
    ["(?i)a", "a group with options"],
    ["a\\Z", "an escape"],
    ["[a", "an unclosed class"],
    ["a".repeat(1_001), "longer than"],
  ])("refuses %s with the reason", (pattern, reason) => {
    expect(inspections(patterns, { pattern })[0]?.message).toContain(reason);
  });

  it("refuses a pattern that would compile to a huge program", () => {
    expect(placesOf(patterns, { pattern: "((a{1,50}){1,50}){1,50}" })).toEqual(["/pattern"]);
  });

  it("checks the keys of `patternProperties` anywhere", () => {
    const schema = { items: { patternProperties: { "a/(?=b)": {} } } };

    expect(placesOf(patterns, schema)).toEqual(["/items/patternProperties/a~1(?=b)"]);
  });

  it("stops once the patterns of a schema exceed the total limit", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`p${i}`, { pattern: `^[a-z]{1,900}${i}$` }]),
    );

    expect(inspections(patterns, { properties })[0]?.message).toContain("together");
  });

  it.each(["^(a+)+$", "^(a|aa)+$", "(x+x+)+y", "^(\\w+\\s?)*$"])(
    "accepts %s, which is dangerous only with backtracking",
    (pattern) => {
      expect(placesOf(patterns, { pattern })).toEqual([]);
    },
  );
});
