import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsMarks } from "./marks.ts";

const closed = {
  type: "object",
  properties: { a: { type: "string" } },
  additionalProperties: false,
};
const mark = { origin: "first-party" } as const;

function pointers(output: Parameters<typeof remarks>[1] & object, pointer: string) {
  return remarks(termsMarks, { ...output, terms: { output: { [pointer]: mark } } }).length;
}

describe("terms/marks", () => {
  it("points at the mark", () => {
    const found = remarks(termsMarks, { output: closed, terms: { output: { "/b/c": mark } } });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/output/~1b~1c"]);
  });

  it.each([
    ["", 0],
    ["/a", 0],
    ["/*", 0],
    ["/a/b", 1],
    ["/b", 1],
  ])("judges %s in a closed object: %i", (pointer, count) => {
    expect(pointers({ output: closed }, pointer)).toBe(count);
  });

  it("looks through references, lists and alternatives", () => {
    const output = {
      $defs: { closed },
      properties: {
        list: { type: "array", items: { anyOf: [{ $ref: "#/$defs/closed" }, { type: "null" }] } },
      },
      additionalProperties: false,
    };

    expect(pointers({ output }, "/list/*/a")).toBe(0);
    expect(pointers({ output }, "/list/*/b")).toBe(1);
  });

  it("leaves open schemas, and tools without one, alone", () => {
    expect(pointers({ output: { type: "object" } }, "/b/c")).toBe(0);
    expect(
      remarks(termsMarks, { input: { not: {} }, terms: { input: { "/b": { role: "code" } } } }),
    ).toEqual([]);
  });
});
