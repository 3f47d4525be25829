import { describe, expect, it } from "vitest";
import { isLight } from "./light.ts";

describe("isLight", () => {
  it("accepts an ordinary schema", () => {
    expect(isLight({ properties: { a: { pattern: "^[a-z0-9-]{1,63}$" } } })).toBe(true);
  });

  it("accepts many repetitions side by side, whose cost adds up rather than multiplies", () => {
    const date =
      "^\\d{4}-\\d{2}-\\d{2}T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z$";

    expect(isLight({ properties: { a: { pattern: date }, b: { pattern: date } } })).toBe(true);
  });

  it.each([
    ["many bytes", { description: "x".repeat(20_000) }],
    [
      "many subschemas",
      { properties: Object.fromEntries(Array.from({ length: 210 }, (_, i) => [i, {}])) },
    ],
    ["much repetition", { pattern: "(a{1,100}){1,100}" }],
    [
      "many patterns",
      {
        patternProperties: Object.fromEntries(
          Array.from({ length: 30 }, (_, i) => [`${i}{90}`, {}]),
        ),
      },
    ],
  ])("rejects %s", (_, schema) => {
    expect(isLight(schema)).toBe(false);
  });
});
