import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputDefaultsDeclared } from "./defaults-declared.ts";

const found = (description: string, required: readonly string[] = []) =>
  remarks(inputDefaultsDeclared, {
    input: { type: "object", properties: { a: { type: "string", description } }, required },
  });

describe("input/defaults-declared", () => {
  it.each([
    "Limit (default: 5)",
    "Defaults to `UTC`",
    "The default value is 10.",
    "Count, default=3",
    'Unit, default is "C"',
  ])("reads a default in %j", (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    "Limit (default: none)",
    "Default: null",
    "The default branch of the repository",
    "Uses defaults",
    "Override the default",
  ])("finds no default in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("ignores the description of a required parameter", () => {
    expect(found("Defaults to 5", ["a"])).toEqual([]);
  });

  it.each(["default", "default: ", "default value"])("is fast on 200 kB of %j", (unit) => {
    expect(found(unit.repeat(200_000 / unit.length)).length).toBeLessThanOrEqual(1);
  });
});
