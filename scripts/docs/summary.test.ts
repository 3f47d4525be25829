import { expect, it } from "vitest";
import { summaryOf } from "./summary.ts";

it.each([
  [{ description: "a".repeat(131_073) }, "A text of 131,073 characters in `description`."],
  [
    { input: { type: "object", enum: Array.from({ length: 1_001 }, (_, index) => index) } },
    "A list of 1,001 values in `input.enum`.",
  ],
  [
    { input: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, 1])) },
    "An object of 50 keys in `input`.",
  ],
  ["a".repeat(20), "A text of 20 characters."],
])("names the part that holds most of the value", (value, summary) => {
  expect(summaryOf(value)).toBe(summary);
});

it("counts the levels of a deep value instead of naming its path", () => {
  let deep: unknown = "leaf";
  for (let level = 0; level < 40; level += 1) deep = [deep];

  expect(summaryOf({ input: deep })).toBe("A value nested 41 levels deep in `input`.");
});

it("stops at the part that has several large parts of its own", () => {
  const half = "a".repeat(1_000);

  expect(summaryOf({ output: { oneOf: [half, half] } })).toBe(
    "A list of 2 values in `output.oneOf`.",
  );
});
