import { sharedData } from "@toolcourt/testing/shared-data";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, printableJson } from "./printable.ts";

/** Never allowed unescaped: control, invisible and reordering characters, and lone surrogates. */
const raw = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Arbitrary code points, biased to the ones that matter here. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.integer({ min: 0x2000, max: 0x20ff }), fc.nat(0x10_ff_ff)), {
    minLength: 1,
    maxLength: 30,
  })
  .map((points) => String.fromCodePoint(...points));

describe("printable", () => {
  it("leaves ordinary text unchanged", () => {
    expect(printable("Grüße, 世界 🙂 a-b_c/d")).toBe("Grüße, 世界 🙂 a-b_c/d");
    expect(printable("std::string: ## [a](b) #1")).toBe("std::string: ## [a](b) #1");
    expect(printable("listen on ::1 or localhost")).toBe("listen on ::1 or localhost");
  });

  it.each([
    ["\u001b[31m", "\\u{1b}[31m"],
    ["\u009b2J", "\\u{9b}2J"],
    ["a\r\nb", "a\\u{d}\\u{a}b"],
    ["\u202eevil", "\\u{202e}evil"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\u3164", "\\u{3164}"],
    ["\ud800", "\\u{d800}"],
    ["::add-mask::x", "\\u{3a}:add-mask::x"],
    ["  ::stop-commands::x", "  \\u{3a}:stop-commands::x"],
    ["a ::error::b", "a \\u{3a}:error::b"],
    ["a##[add-path]b", "a\\u{23}#[add-path]b"],
    ["##vso[task.setvariable]", "\\u{23}#vso[task.setvariable]"],
  ])("escapes %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it("escapes everything that a terminal acts upon", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(raw);
      }),
    );
  });

  it("disarms every known terminal sequence", ({ skip }) => {
    const cases = sharedData("attack-cases", "terminal_sequences.jsonl");
    if (cases.missing !== undefined) skip(cases.missing);
    const texts = cases.files().flatMap(({ bytes }) => textsIn(new TextDecoder().decode(bytes)));

    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => raw.test(printable(text)))).toEqual([]);
  });
});

describe("printableJson", () => {
  it("contains no command that a CI runner would find within a line", () => {
    expect(printableJson({ a: "##[add-mask]x" })).toBe('{"a":"\\u0023#[add-mask]x"}');
  });

  it("keeps the value without an unescaped control character", () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
        const text = printableJson(value);

        expect(text).not.toMatch(raw);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("indents on request", () => {
    expect(printableJson({ a: "\u007f" }, 2)).toBe('{\n  "a": "\\u007f"\n}');
  });
});

function textsIn(jsonl: string): readonly string[] {
  return jsonl
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row: unknown = JSON.parse(line);
      return typeof row === "object" && row !== null && "text" in row ? String(row.text) : "";
    });
}
