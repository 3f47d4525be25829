import { describe, expect, it } from "vitest";
import { bytesOf, lengthOf } from "./text-length.ts";

describe("the length of a text", () => {
  it("counts characters, not halves of them, and no blank ends", () => {
    expect(lengthOf("  🌞☀ \n")).toBe(2);
  });

  it("is larger in bytes", () => {
    expect(bytesOf("🌞☀a")).toBe(8);
  });
});
