import { expect, it } from "vitest";
import { contract } from "../testing/contract.ts";
import { schemaValues } from "./schema-values.ts";

it("finds the strings of defaults, choices, examples and names at any depth", () => {
  const input = {
    properties: {
      a: { type: "string", description: "not this", default: "one" },
      b: { items: { enum: ["two", 3, { deep: "three" }] } },
    },
  };
  const output = { properties: { c: { const: "four" } } };

  expect([...schemaValues(contract({ input, output }))]).toEqual([
    { value: "a", pointer: "/input/properties/a" },
    { value: "b", pointer: "/input/properties/b" },
    { value: "one", pointer: "/input/properties/a/default" },
    { value: "two", pointer: "/input/properties/b/items/enum/0" },
    { value: "deep", pointer: "/input/properties/b/items/enum/2/deep" },
    { value: "three", pointer: "/input/properties/b/items/enum/2/deep" },
    { value: "c", pointer: "/output/properties/c" },
    { value: "four", pointer: "/output/properties/c/const" },
  ]);
});
