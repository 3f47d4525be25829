import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { readEnvFile } from "./env-file.ts";

describe("readEnvFile", () => {
  it.each([
    ["A=1", { A: "1" }],
    ["\u{FEFF}A=1\r\nB = two words \r\n", { A: "1", B: "two words" }],
    ["# a comment\n\n  export A=1", { A: "1" }],
    ["A=", { A: "" }],
    ["A= # nothing", { A: "" }],
    ["A=a#b # a comment", { A: "a#b" }],
    ['A=it\'s "so"', { A: 'it\'s "so"' }],
    ["A=a=b", { A: "a=b" }],
    ["A='a # ${B} \\n' # a comment", { A: "a # ${B} \\n" }],
    ['A="a # b\\n\\t\\"\\\\c" # a comment', { A: 'a # b\n\t"\\c' }],
    ['A="\\\\n"', { A: "\\n" }],
    ["A=$B", { A: "$B" }],
    ["A=1 # a\u{2028}b", { A: "1" }],
    ["__proto__=1", { ["__proto__"]: "1" }],
  ])("reads %j", (text, values) => {
    expect(readEnvFile(text)).toEqual({ values, flaws: [] });
  });

  it.each([
    ["A", "Expected NAME=value"],
    ["1A=2", "Expected NAME=value"],
    ["A B=2", "Expected NAME=value"],
    ["A: 1", "Expected NAME=value"],
    ["A='b", "The quote must end"],
    ['A="b" c', "The quote must end"],
    ["A='b'#c", "The quote must end"],
    ['A="C:\\dir"', "a backslash stands before"],
    ["A=${B}", "References are not filled in"],
    ['A="${B}"', "References are not filled in"],
  ])("refuses %j with its line, and never shows it", (line, message) => {
    const { flaws } = readEnvFile(`# first\n${line}\nB=2`);

    expect(flaws.map((flaw) => flaw.line)).toEqual([2]);
    expect(flaws[0]?.message).toContain(message);
  });

  it("reports every flaw at once, and a variable that is set twice", () => {
    const { values, flaws } = readEnvFile("A=1\nB\nA=2\nC");

    expect(values).toEqual({ A: "1" });
    expect(flaws.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(flaws[1]?.message).toBe("This variable is set twice; remove one.");
  });

  it("returns any text that was written in double quotes", () => {
    const value = string({ unit: "binary-ascii" }).filter((text) => !/[\0\r\n]|\$\{/.test(text));
    assert(
      property(value, (text) => {
        const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

        expect(readEnvFile(`A="${escaped}"`).values["A"]).toBe(text);
      }),
    );
  });

  it("never throws, and shows no text of the file", () => {
    const known = /^(?:This variable is|Expected NAME|The quote|In double|References are)/;
    assert(
      property(string({ unit: "binary-ascii" }), (text) => {
        const { flaws } = readEnvFile(text);

        expect(flaws.every(({ message }) => known.test(message))).toBe(true);
      }),
    );
  });
});
