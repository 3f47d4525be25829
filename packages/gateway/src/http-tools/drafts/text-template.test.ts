import { describe, expect, it } from "vitest";
import { holesIn, holesInside, partsOf, wholeHole } from "./text-template.ts";

describe("text templates", () => {
  it("are split into fixed text and holes", () => {
    expect(partsOf("status eq '{status}'")).toEqual([
      { kind: "fixed", text: "status eq '" },
      { kind: "hole", name: "status" },
      { kind: "fixed", text: "'" },
    ]);
  });

  it("escape a brace by doubling it", () => {
    const parts = partsOf("{{{a}}}");

    expect(parts.map((part) => (part.kind === "hole" ? part.name : part.text)).join("")).toBe(
      "{a}",
    );
    expect(holesIn("{{a}}")).toEqual([]);
  });

  it.each(["{", "}", "{a b}", "{a", "{}"])("treat %j as fixed text", (text) => {
    expect(holesIn(text)).toEqual([]);
  });

  it("recognize a text that is a single argument", () => {
    expect([wholeHole("{a}"), wholeHole("{a} "), wholeHole("{a}{b}"), wholeHole("a")]).toEqual([
      "a",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are found anywhere in a body", () => {
    expect(holesInside({ a: ["{x}", 1], b: { c: "by {y}" }, d: null })).toEqual(["x", "y"]);
  });
});
