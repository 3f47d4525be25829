import { expect, it } from "vitest";
import { plainJson } from "./imported-config.ts";

it("plainJson removes comments and trailing commas without moving any offset", () => {
  const text = '{ // one\n  "a": "// no /* comment, }", /* two\n lines */ "b": [1, 2, ],\n}';

  const plain = plainJson(text);

  expect(JSON.parse(plain)).toEqual({ a: "// no /* comment, }", b: [1, 2] });
  expect(plain).toHaveLength(text.length);
  expect(plain.indexOf('"b"')).toBe(text.indexOf('"b"'));
});

it("plainJson handles quotes and backslashes", () => {
  const text = '{"a":"\\\\","b":"\\" // ,]"}';

  expect(plainJson(text)).toBe(text);
});
