import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { cleanMembers, cleanValue } from "./clean-value.ts";

const clean = (text: string): string => text.replaceAll("-", "");

describe("cleanValue", () => {
  it("cleans every text inside, including member names", () => {
    expect(cleanValue({ "a-": ["b-", { c: "-d" }, 1, null, true] }, clean)).toEqual({
      a: ["b", { c: "d" }, 1, null, true],
    });
  });

  it("returns the same object if there is nothing to clean", () => {
    const value = { a: ["b", { c: 1 }] };

    expect(cleanValue(value, clean)).toBe(value);
  });

  it("keeps a member if another's cleaned name collides with it", () => {
    expect(cleanMembers({ amount: 1, "amount-": 1_000 }, clean)).toEqual({ amount: 1 });
  });

  it("keeps a member such as __proto__ an ordinary member", () => {
    const value: JsonObject = { ["__proto__"]: "x-" };

    expect(JSON.stringify(cleanMembers(value, clean))).toBe('{"__proto__":"x"}');
  });
});
