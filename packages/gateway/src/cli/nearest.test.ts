import { expect, it } from "vitest";
import { nearest, unknown } from "./nearest.ts";

const ids = ["input/closed", "input/present", "core"];

it.each([
  ["input/close", "input/closed"],
  ["inptu/closed", "input/closed"],
  ["cor", "core"],
  ["weather", undefined],
  ["nope", undefined],
  ["", undefined],
])("takes %j for %j", (word, found) => {
  expect(nearest(word, ids)).toBe(found);
});

it("cuts what is too long to be meant", () => {
  expect(unknown("x".repeat(100_000), ids)).toEqual({ given: `${"x".repeat(64)}…` });
});
