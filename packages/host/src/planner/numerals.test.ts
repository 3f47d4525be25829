import { describe, expect, it } from "vitest";
import { numeralAt } from "./numerals.ts";

describe("numeralAt", () => {
  it.each([
    ["seven", 7, 1],
    ["twenty five", 25, 2],
    ["forty-two", 42, 1],
    ["two hundred and five", 205, 4],
    ["three thousand two hundred", 3200, 4],
    ["two dozen", 24, 2],
    ["one million", 1_000_000, 2],
  ])("reads %s as %d", (text, value, length) => {
    expect(numeralAt(text.split(" "), 0)).toEqual({ value, length });
  });

  it("reads two consecutive numbers as two", () => {
    expect(numeralAt(["five", "six"], 0)).toEqual({ value: 5, length: 1 });
  });

  it("rejects a scale without a number before it, and other words", () => {
    expect(numeralAt(["hundred"], 0)).toBeUndefined();
    expect(numeralAt(["constructor"], 0)).toBeUndefined();
  });
});
