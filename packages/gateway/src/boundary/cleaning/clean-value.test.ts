import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { cleanMembers, cleanValue } from "./clean-value.ts";

const clean = (text: string): string => text.replaceAll("-", "");

describe("cleaning a value", () => {
  it("cleans every text inside, names of members included", () => {
    expect(cleanValue({ "a-": ["b-", { c: "-d" }, 1, null, true] }, clean)).toEqual({
      a: ["b", { c: "d" }, 1, null, true],
    });
  });

  it("gives back the very same where there is nothing to clean", () => {
    const value = { a: ["b", { c: 1 }] };

    expect(cleanValue(value, clean)).toBe(value);
  });

  it("keeps a member in its place when another comes to have its name", () => {
    expect(cleanMembers({ amount: 1, "amount-": 1_000 }, clean)).toEqual({ amount: 1 });
  });

  it("keeps a member of a dangerous name what it is", () => {
    const value: JsonObject = { ["__proto__"]: "x-" };

    expect(JSON.stringify(cleanMembers(value, clean))).toBe('{"__proto__":"x"}');
  });
});
