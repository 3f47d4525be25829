import { parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineOf } from "./entry-line.ts";

describe("lineOf", () => {
  it.each([
    { file: "a.md", entry: "one", line: "one\n", why: "as it is with a newline (S1-26)" },
    { file: "a.md", entry: "one\n", line: "one\n", why: "no second newline (S1-37)" },
    { file: "a.md", entry: "one\ntwo", line: "one\ntwo\n", why: "several lines stay" },
    { file: "a.md", entry: "{not json", line: "{not json\n", why: "prose need not be JSON" },
    { file: "a.jsonl", entry: '{"a": 1}', line: '{"a": 1}\n', why: "one line stays as it is" },
    { file: "a.jsonl", entry: '{"a": 1}\n', line: '{"a": 1}\n', why: "no second newline (S1-37)" },
    { file: "a.jsonl", entry: '{\r\n  "a":\n1\n}', line: '{"a":1}\n', why: "on one line (T40)" },
    {
      file: "a.jsonl",
      entry: "[12345678901234567890]",
      line: "[12345678901234567890]\n",
      why: "long numbers stay",
    },
    {
      file: "a.jsonl",
      entry: '"a\u2028b"',
      line: '"a\\u2028b"\n',
      why: "no other line ends either",
    },
    { file: "a.jsonl", entry: "1", line: "1\n", why: "any JSON value (S1-25)" },
  ])("turns an entry into a line: $why, $file %#", ({ file, entry, line }) => {
    expect(lineOf(file, entry)).toBe(line);
  });

  it.each([
    { file: "a.md", entry: "", code: "entry-empty" },
    { file: "a.jsonl", entry: " \n", code: "entry-empty" },
    { file: "a.jsonl", entry: "{'a': 1}", code: "entry-not-json" },
    { file: "a.jsonl", entry: '{"a": 1} {"b": 2}', code: "entry-not-json" },
    { file: "a.jsonl", entry: '{"a": 1}\n{"b": 2}', code: "entry-not-json" },
    { file: "a.md", entry: "\ud800", code: "entry-not-text" },
    { file: "a.md", entry: "é".repeat(5_121), code: "entry-too-large" },
    { file: "a.jsonl", entry: `"${"\u2028".repeat(2_000)}"`, code: "entry-too-large" },
  ])("refuses an entry of $file with $code (S1-25, S1-27, S1-37)", ({ file, entry, code }) => {
    expect(() => lineOf(file, entry)).toThrow(expect.objectContaining({ code }));
  });

  it("accepts 10,240 bytes (T38)", () => {
    expect(lineOf("a.md", "é".repeat(5_120))).toHaveLength(5_121);
  });

  it("puts any JSON on one line and keeps its meaning (T40)", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.constantFrom(undefined, 2, "\t"), (text, indent) => {
        const value = parseJson(text);

        const line = lineOf("a.jsonl", JSON.stringify(value, undefined, indent));

        expect(line.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(2);
        expect(parseJson(line)).toEqual(value);
      }),
    );
  });
});
