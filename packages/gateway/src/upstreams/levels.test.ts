import { describe, expect, it } from "vitest";
import { isAtLeast } from "./levels.ts";

describe("isAtLeast", () => {
  it.each([
    { level: "error", wanted: "warning", heard: true },
    { level: "warning", wanted: "warning", heard: true },
    { level: "info", wanted: "warning", heard: false },
    { level: "loud", wanted: "debug", heard: false },
    { level: "error", wanted: "loud", heard: false },
  ])("$level for a caller that wants $wanted: $heard", ({ level, wanted, heard }) => {
    expect(isAtLeast(level, wanted)).toBe(heard);
  });
});
