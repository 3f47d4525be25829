import { expect, it } from "vitest";
import { unknown } from "./names.ts";

const ids = ["input/closed", "core"];

it("suggests the nearest known name, if there is one", () => {
  expect(unknown("cor", ids)).toEqual({ given: "cor", nearest: "core" });
  expect(unknown("weather", ids)).toEqual({ given: "weather" });
});

it("truncates overlong names", () => {
  expect(unknown("x".repeat(100_000), ids)).toEqual({ given: `${"x".repeat(64)}…` });
});
