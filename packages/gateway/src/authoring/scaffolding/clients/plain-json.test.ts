import { expect, it } from "vitest";
import { plainJson } from "./plain-json.ts";

it("takes comments and commas too many out, and leaves every place where it was", () => {
  const text = '{ // one\n  "a": "// no /* comment, }", /* two\n lines */ "b": [1, 2, ],\n}';

  const plain = plainJson(text);

  expect(JSON.parse(plain)).toEqual({ a: "// no /* comment, }", b: [1, 2] });
  expect(plain).toHaveLength(text.length);
  expect(plain.indexOf('"b"')).toBe(text.indexOf('"b"'));
});

it("is not fooled by quotes and backslashes", () => {
  const text = '{"a":"\\\\","b":"\\" // ,]"}';

  expect(plainJson(text)).toBe(text);
});
