import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { joinedTexts } from "./joined-texts.ts";

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
