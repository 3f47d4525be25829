import { describe, expect, it } from "vitest";
import { inspections, placesOf } from "../../../testing/inspections.ts";
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
  ])("refuses %s and says why", (pattern, reason) => {
    expect(inspections(patterns, { pattern })[0]?.message).toContain(reason);
  });

  it("refuses what would become a huge program", () => {
    expect(placesOf(patterns, { pattern: "((a{1,50}){1,50}){1,50}" })).toEqual(["/pattern"]);
  });

  it("looks at the keys of `patternProperties`, wherever they are", () => {
    const schema = { items: { patternProperties: { "a/(?=b)": {} } } };

    expect(placesOf(patterns, schema)).toEqual(["/items/patternProperties/a~1(?=b)"]);
  });

  it("stops once the patterns of a schema are too many together", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`p${i}`, { pattern: `^[a-z]{1,900}${i}$` }]),
    );

    expect(inspections(patterns, { properties })[0]?.message).toContain("together");
  });

  it.each(["^(a+)+$", "^(a|aa)+$", "(x+x+)+y", "^(\\w+\\s?)*$"])(
    "lets %s pass, which only a backtracking engine would fear",
    (pattern) => {
      expect(placesOf(patterns, { pattern })).toEqual([]);
    },
  );
});
