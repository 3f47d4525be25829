import { expect, it } from "vitest";
import { cut, nearest } from "./nearest.ts";

const ids = ["input/closed", "input/present", "core"];

it.each([
  ["input/close", "input/closed"],
  ["inptu/closed", "input/closed"],
  ["cor", "core"],
  ["weather", undefined],
  ["nope", undefined],
  ["", undefined],
])("suggests for %j: %j", (word, found) => {
  expect(nearest(word, ids)).toBe(found);
});

it("truncates long texts", () => {
  expect(cut("x".repeat(100_000))).toBe(`${"x".repeat(64)}…`);
  expect(cut("short")).toBe("short");
});
