import { expect, it } from "vitest";
import { plainJson } from "./plain-json.ts";

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

it.each(['{"a": "never closed // x', '{"a": /* never closed', "/", '"', '"\\'])(
  "plainJson leaves what is never closed: %j",
  (text) => {
    expect(plainJson(text)).toBe(text);
  },
);

it.each([
  ["a long text", `"${"x".repeat(10_000_000)}"`],
  ["many escapes", `"${'\\"'.repeat(1_000_000)}"`],
  ["many open texts", '"\\'.repeat(1_000_000)],
  ["many open comments", "/*".repeat(1_000_000)],
  ["many commas", ", ".repeat(1_000_000)],
])("plainJson takes linear time for %s", (_what, text) => {
  // In quadratic time it would take minutes, and the test would time out.
  expect(plainJson(text)).toHaveLength(text.length);
});
