import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
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
    expect(inputRequiredListed.repair?.(contract({ input }))).toEqual({
      input: { type: "object", required: [] },
    });
  });

  it("repairs by taking the unknown names off the list", () => {
    const repair = inputRequiredListed.repair?.(contract(declares(["a", "b"])));

    expect(repair).toEqual(declares(["a"]));
  });

  it("knows no repair for a list that is not one", () => {
    const input = { type: "object", properties: {}, required: true };

    expect(inputRequiredListed.repair?.(contract({ input }))).toBeUndefined();
    expect(remarks(inputRequiredListed, { input })).toHaveLength(1);
  });
});
