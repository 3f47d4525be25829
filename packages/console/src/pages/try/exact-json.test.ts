import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSame, jsonOf, parseExact, printExact } from "./exact-json.ts";

function parsed(text: string) {
  const result = parseExact(text);
  if (result.kind === "flawed") throw new Error(JSON.stringify(result.flaw));
  return result.value;
}

describe("exact JSON", () => {
  it("keeps digits, the order of members, and names that objects treat apart", () => {
    const text = '{"10":12345678901234567890,"2":1.0,"__proto__":-0,"a":1E400,"":{}}';

    expect(printExact(parsed(text))).toBe(text);
  });

  it("prints lines that mean the same", () => {
    const text = '{"a":[1,{"b":[]},{}],"c":"\\ud800\\n"}';
    const lines = printExact(parsed(text), "lines");

    expect(lines.split("\n")).toHaveLength(10);
    expect(isSame(parsed(lines), parsed(text))).toBe(true);
  });

  it.each([
    ["", 1, 1, "a value"],
    ['{"a":1,}', 1, 8, "a name in quotes"],
    ['{"a":1 "b"', 1, 8, "a comma or }"],
    ["[1\n2]", 2, 1, "a comma or ]"],
    ['{"a" 1}', 1, 6, "a colon"],
    ['{"a":1,"a":2}', 1, 8, "a name that the object does not have yet"],
    ['"a', 1, 1, "a text that ends with a quote, with valid escapes"],
    ["[] []", 1, 4, "nothing after the value"],
    ["[".repeat(65), 1, 65, "at most 64 levels"],
  ])("says where %j goes wrong", (...[text, line, column, expected]) => {
    expect(parseExact(text)).toEqual({ kind: "flawed", flaw: { line, column, expected } });
  });

  it("reads and prints every value of JSON as the platform does", () => {
    const check = fc.check(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("line" as const, "lines" as const),
        (value, style) => {
          const text = JSON.stringify(value);
          const again = parsed(printExact(parsed(text), style));

          return JSON.stringify(jsonOf(again)) === text && printExact(again) === text;
        },
      ),
    );

    expect(check.counterexample).toBeNull();
  });

  it("takes exactly the texts that the platform takes", () => {
    const check = fc.check(
      fc.property(fc.stringMatching(/^[[\]{}",:\\u0aeE+.\-1 \nntrfals]{0,12}$/), (text) => {
        return (parseExact(text).kind === "value") === isJson(text) || hasTwice(text);
      }),
      { numRuns: 2_000 },
    );

    expect(check.counterexample).toBeNull();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The gate takes no name twice. */
function hasTwice(text: string): boolean {
  return text.includes(":");
}
