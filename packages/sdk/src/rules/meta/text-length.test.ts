import { describe, expect, it } from "vitest";
import { bytesOf, lengthOf } from "./text-length.ts";

describe("text length", () => {
  it("lengthOf counts code points, not surrogates, and ignores surrounding whitespace", () => {
    expect(lengthOf("  🌞☀ \n")).toBe(2);
  });

  it("bytesOf is larger for characters outside ASCII", () => {
    expect(bytesOf("🌞☀a")).toBe(8);
  });
});
