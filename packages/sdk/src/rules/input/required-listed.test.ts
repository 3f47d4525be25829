import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputRequiredListed } from "./required-listed.ts";

const declares = (required: readonly string[]) => ({
  input: { type: "object", properties: { where: { properties: { a: {} }, required } } },
});

describe("input/required-listed", () => {
  it("points at the invalid list", () => {
    const found = remarks(inputRequiredListed, declares(["b"]));

    expect(found.map(({ pointer }) => pointer)).toEqual(["/input/properties/where/required"]);
  });

  it("lets a branch require a property of its parent", () => {
    const input = {
      type: "object",
      properties: { a: {}, b: {} },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };

    expect(remarks(inputRequiredListed, { input })).toEqual([]);
  });

  it("does not treat an inherited name as declared", () => {
    expect(remarks(inputRequiredListed, declares(["constructor"]))).toHaveLength(1);
  });

  it("requires a root without properties to declare the required ones", () => {
    const input = { type: "object", required: ["a"] };

    expect(remarks(inputRequiredListed, { input })).toHaveLength(1);
  });

  it("offers no repair: only the author knows whether the name or the property is wrong", () => {
    expect(inputRequiredListed).not.toHaveProperty("repair");
  });
});
