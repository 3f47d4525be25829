import { describe, expect, it } from "vitest";
import { readScalar, YamlText } from "./document.ts";

function flawsOf(text: string): readonly string[] {
  return new YamlText(text).flaws.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );
}

describe("YamlText", () => {
  it.each([
    ["a key given twice", "a: 1\na: 2\n", ["2:1 This key is given twice; remove one of the two."]],
    ["a tab", "a:\n\tb: 1\n", ["2:1 Indent with spaces; YAML does not allow tabs."]],
    ["two documents", "a: 1\n---\nb: 2\n", ["2:1 Write one document; a second one begins here."]],
    ["a list", "- a\n", ["1:1 Write the configuration as keys and values."]],
    ["a word", "toolbox\n", ["1:1 Write the configuration as keys and values."]],
    ["nothing", "# empty\n", ["1:1 Write the configuration as keys and values."]],
    ["an alias", "a: &x 1\nb: *x\n", ["2:4 Write the value out; aliases are not allowed."]],
    ["a tag", "a: !!js x\n", ["1:4 Remove the tag; a configuration has plain values only."]],
    ["a key that is a list", "? [a]\n: 1\n", ["1:3 Write each key as a plain string."]],
    ["__proto__", "a: { __proto__: 1 }\n", ["1:6 Remove this key; it is not allowed anywhere."]],
    [
      "another version of YAML",
      "%YAML 1.1\n---\na: yes\n",
      ["1:1 Remove the %YAML directive; the configuration is YAML 1.2."],
    ],
    ["a quote without end", 'a: "x\n', ["2:1 This is not valid YAML."]],
  ])("refuses a text with the position of the mistake: %s", (_, text, flaws) => {
    expect(flawsOf(text)).toEqual(flaws);
  });

  it("reports only the tab, not the errors that follow from it", () => {
    expect(flawsOf("a:\n  - b: 1\n\t  c: 2\n  - d: 3\n")).toEqual([
      "3:1 Indent with spaces; YAML does not allow tabs.",
    ]);
  });

  it("reports every duplicate key", () => {
    expect(flawsOf("a: 1\na: 2\nb: { c: 1, c: 2, d: 1, d: 2 }\n")).toHaveLength(3);
  });

  it("refuses aliases that would expand without end", () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const inside = level === 0 ? "[x]" : `[*a${level - 1}, *a${level - 1}]`;
      return `a${level}: &a${level} ${inside}`;
    });

    expect(flawsOf(levels.join("\n"))).toHaveLength(29);
  });

  // The library compares all keys pairwise, which took minutes for a megabyte.
  it("finds duplicate keys and positions in linear time", { timeout: 10_000 }, () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => `k${index}`);
    const yaml = new YamlText(`a: {${keys.map((key) => `${key}: 1`).join(", ")}, k0: 2}\n`);

    expect(yaml.flaws.map(({ message }) => message)).toEqual([
      "This key is given twice; remove one of the two.",
    ]);
    const columns = keys.map((key) => yaml.positionOf(["a", key], "key").column);
    expect(new Set(columns).size).toBe(keys.length);
  });

  it("refuses a text nested deeper than the stack", { timeout: 10_000 }, () => {
    expect(flawsOf(`a: ${"[".repeat(20_000)}`)).toHaveLength(1);
  });
});

describe("positionOf", () => {
  const yaml = new YamlText("a:\n  b: [1, { c: 2 }]\n  d:\n");

  it.each([
    [["a", "b", 1, "c"], "value", "2:15"],
    [["a", "b", 1, "c"], "key", "2:12"],
    [["a", "b", 1, "z"], "value", "2:10"],
    [["a", "b", 9], "value", "2:6"],
    [["a", "z"], "value", "2:3"],
    [["z", "y"], "key", "1:1"],
    [[], "value", "1:1"],
  ] as const)("locates %j (%s) at %s", (path, part, place) => {
    const { line, column } = yaml.positionOf(path, part);

    expect(`${line}:${column}`).toBe(place);
  });
});

it.each([
  ["dynamic", { value: "dynamic" }],
  ["30", { value: 30 }],
  ["'30'", { value: "30" }],
  ["false", { value: false }],
  ["", { value: null }],
  ["[a]", undefined],
  ["a: b", undefined],
  ["!!x 3", undefined],
  ["*a", undefined],
])("parses %j as a scalar, or not at all", (text, read) => {
  expect(readScalar(text)).toEqual(read);
});
