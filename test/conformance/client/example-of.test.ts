import { expect, it } from "vitest";
import { exampleOf } from "./example-of.ts";

it("fills in the required properties only", () => {
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

it("is empty for a schema without required properties", () => {
  expect(exampleOf({ type: "object" })).toEqual({});
});
