import { expect, it } from "vitest";
import { jsonInText } from "./json-in-text.ts";

it("is the value of a text that is JSON", () => {
  expect([jsonInText('{"a":[1]}'), jsonInText("plain words"), jsonInText("")]).toEqual([
    { a: [1] },
    undefined,
    undefined,
  ]);
});

it("is nothing where the text is so deep that walking it would end the test", () => {
  const deep = 20_000;

  expect(jsonInText("[".repeat(deep) + "]".repeat(deep))).toBeUndefined();
});
