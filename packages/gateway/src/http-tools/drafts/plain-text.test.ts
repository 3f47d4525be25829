import { describe, expect, it } from "vitest";
import { readPlainText } from "./plain-text.ts";

/** Builds a list with nine aliases of another. */
function ninefold([of = "", name = ""]: string): string {
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(",")}]`;
}

describe("readPlainText", () => {
  it.each([
    ['{"a":{"200":1}}', { a: { 200: 1 } }],
    ["\uFEFF {\n}", {}],
    ["a:\n  200: x\n  true: y\n", { a: { 200: "x", true: "y" } }],
    ["day: 2026-01-01\nyes: no\n", { day: "2026-01-01", yes: "no" }],
    ["a: &one {b: 1}\nc: *one\n", { a: { b: 1 }, c: { b: 1 } }],
    ["- 1\n- 2\n", [1, 2]],
  ])("reads %j", (text, value) => {
    expect(readPlainText(text)).toEqual({ kind: "value", value });
  });

  it.each([
    ["{", /^is not JSON, at line 1/],
    ['{"a":1,"a":2}', /^gives a key twice, at line 1/],
    ["a: 1\na: 2\n", /^gives a key twice, at line 2/],
    ["a: [1\n", /^is not plain YAML/],
    ["a: !!js/function x\n", /^is not plain YAML/],
    ["a: .nan\n", /^is too deep/],
    ["a: &a\n  b: *a\n", /^is too deep/],
    ["a: 1\n---\nb: 2\n", /^is not one YAML document/],
  ])("refuses %j", (text, reason) => {
    const reading = readPlainText(text);

    expect(reading.kind === "unreadable" ? reading.reason : "").toMatch(reason);
  });

  it("refuses aliases that expand without end", () => {
    const text = ["a: &a [1]", ...["ab", "bc", "cd", "de", "ef", "fg", "gh"].map(ninefold)].join(
      "\n",
    );

    expect(readPlainText(text)).toMatchObject({ kind: "unreadable" });
  });

  it("does not overflow the stack", () => {
    for (const text of [`a: ${"[".repeat(100_000)}`, "- ".repeat(100_000), "? ".repeat(100_000)]) {
      expect(readPlainText(text)).toMatchObject({ kind: "unreadable" });
    }
  });

  it("keeps a key named like the prototype", () => {
    const reading = readPlainText("__proto__: {polluted: true}\n");

    expect(JSON.stringify(reading)).toContain('{"__proto__":{"polluted":true}}');
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
