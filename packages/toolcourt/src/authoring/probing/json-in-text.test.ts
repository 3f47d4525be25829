import { expect, it } from "vitest";
import { jsonInText } from "./json-in-text.ts";

it("jsonInText parses a text that is JSON", () => {
  expect([jsonInText('{"a":[1]}'), jsonInText("plain words"), jsonInText("")]).toEqual([
    { a: [1] },
    undefined,
    undefined,
  ]);
});

it("jsonInText returns undefined for JSON too deep to walk", () => {
  const deep = 20_000;

  expect(jsonInText("[".repeat(deep) + "]".repeat(deep))).toBeUndefined();
});
