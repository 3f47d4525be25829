import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsConstraints } from "./constraints.ts";

describe("terms/constraints", () => {
  it("accepts one sentence, however short", () => {
    expect(remarks(termsConstraints, { terms: { constraints: ["No side effects"] } })).toEqual([]);
  });

  it("matters only where contracts have such a section", () => {
    expect(Object.keys(termsConstraints.severity)).toEqual(["workspace"]);
  });
});
