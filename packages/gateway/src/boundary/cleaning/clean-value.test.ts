import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanMembers, cleanValue, joinedTexts } from "./clean-value.ts";

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

it("puts each name before its value, even for a list", () => {
  expect(joinedTexts([{ key: "a", more: ["b", { deep: "c" }], n: 1 }, "d"])).toEqual([
    "key = a \nmore \nmore = b \ndeep = c \nn \nd \n",
  ]);
});

it("keeps a long text separate, with its beginning beside its name", () => {
  const long = "x".repeat(5_000);
  const [small, large] = joinedTexts([{ key: long }]);

  expect(large).toBe(long);
  expect(small).toBe(`key = ${"x".repeat(1_024)} \n`);
});

it("contains every text and every name of any values", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fast-check has its own word for JSON
      const given = values as readonly JsonValue[];
      const joined = joinedTexts(given);

      for (const text of given.flatMap(textsIn)) {
        expect(joined.some((each) => each.includes(text))).toBe(true);
      }
    }),
  );
});

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsIn(child ?? null)]);
}
