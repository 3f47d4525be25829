import { expect, it } from "vitest";
import { requiredProblems } from "./required-names.ts";

it.each([
  { required: "a" },
  { required: [1] },
  { required: ["a", "a"], properties: { a: {} } },
  { required: ["a"], properties: {} },
])("finds the problem in %j", (schema) => {
  expect([...requiredProblems(schema)].map(({ pointer }) => pointer)).toEqual(["/required"]);
});

it.each([
  { required: ["a"], properties: { a: {} } },
  { required: ["a"], patternProperties: { a: {} } },
  { required: ["a"], $ref: "#/$defs/b" },
  { properties: { a: {}, k: {} }, oneOf: [{ properties: { k: { const: 1 } }, required: ["a"] }] },
  { properties: { required: { type: "boolean" } } },
])("finds no problem in %j", (schema) => {
  expect([...requiredProblems(schema)]).toEqual([]);
});
