import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsConstraints } from "./constraints.ts";

describe("terms/constraints", () => {
  it("accepts one short sentence", () => {
    expect(remarks(termsConstraints, { terms: { constraints: ["No side effects"] } })).toEqual([]);
  });

  it("applies only in the workspace profile", () => {
    expect(Object.keys(termsConstraints.severity)).toEqual(["workspace"]);
  });
});
