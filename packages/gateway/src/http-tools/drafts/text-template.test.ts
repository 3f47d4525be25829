import { describe, expect, it } from "vitest";
import { holesIn, partsOf, wholeHole } from "./text-template.ts";
import { holesInside } from "./used-arguments.ts";

describe("a text with holes", () => {
  it("is cut into what stands there and what is filled in", () => {
    expect(partsOf("status eq '{status}'")).toEqual([
      { kind: "fixed", text: "status eq '" },
      { kind: "hole", name: "status" },
      { kind: "fixed", text: "'" },
    ]);
  });

  it("writes a brace as two", () => {
    const parts = partsOf("{{{a}}}");

    expect(parts.map((part) => (part.kind === "hole" ? part.name : part.text)).join("")).toBe(
      "{a}",
    );
    expect(holesIn("{{a}}")).toEqual([]);
  });

  it.each(["{", "}", "{a b}", "{a", "{}"])("takes %j for what it says", (text) => {
    expect(holesIn(text)).toEqual([]);
  });

  it("knows an argument that stands alone", () => {
    expect([wholeHole("{a}"), wholeHole("{a} "), wholeHole("{a}{b}"), wholeHole("a")]).toEqual([
      "a",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is found wherever a body has it", () => {
    expect(holesInside({ a: ["{x}", 1], b: { c: "by {y}" }, d: null })).toEqual(["x", "y"]);
  });
});
