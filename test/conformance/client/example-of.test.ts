import { expect, it } from "vitest";
import { exampleOf } from "./example-of.ts";

it("fills in what a schema requires, and nothing else", () => {
  const properties = {
    a: { type: "number" },
    b: { type: "boolean" },
    c: { type: "string" },
    d: {},
  };

  expect(exampleOf({ properties, required: ["a", "b", "d", 7] })).toEqual({
    a: 1.5,
    b: true,
    d: "text",
  });
});

it("is empty for a schema that requires nothing", () => {
  expect(exampleOf({ type: "object" })).toEqual({});
});
