import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputRequiredListed } from "./required-listed.ts";

const declares = (required: readonly string[]) => ({
  input: { type: "object", properties: { where: { properties: { a: {} }, required } } },
});

describe("input/required-listed", () => {
  it("points at the list that is wrong", () => {
    const found = remarks(inputRequiredListed, declares(["b"]));

    expect(found.map(({ pointer }) => pointer)).toEqual(["/input/properties/where/required"]);
  });

  it("lets a branch require what its parent declares", () => {
    const input = {
      type: "object",
      properties: { a: {}, b: {} },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };

    expect(remarks(inputRequiredListed, { input })).toEqual([]);
  });

  it("does not take an inherited name for a declared one", () => {
    expect(remarks(inputRequiredListed, declares(["constructor"]))).toHaveLength(1);
  });

  it("holds a root without properties to declaring what it requires", () => {
    const input = { type: "object", required: ["a"] };

    expect(remarks(inputRequiredListed, { input })).toHaveLength(1);
  });

  it("knows no repair: whether the name or the property was forgotten is for the author to say", () => {
    expect(inputRequiredListed).not.toHaveProperty("repair");
  });
});
