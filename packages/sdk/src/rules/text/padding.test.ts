import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textPadding } from "./padding.ts";

const found = (description: string) => remarks(textPadding, { description });

describe("text/padding", () => {
  it.each([" ", "\u00a0", "\u3000", "\t"])("counts any kind of whitespace: %j", (blank) => {
    expect(found(`a${blank.repeat(100)}b`)).toHaveLength(1);
  });

  it("counts lines of only whitespace as empty", () => {
    expect(found(`a${"  \n".repeat(30)}b`)).toHaveLength(1);
  });

  it.each([`a${" ".repeat(60)}b`, `a${"\n".repeat(8)}b`, "a\n".repeat(500)])(
    "allows wide tables and long texts",
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it.each([" \n", `${" ".repeat(99)}\n`, "\n", `${" ".repeat(99)}x`])(
    "scans 200 kB of %j in linear time",
    (unit) => {
      expect(found(unit.repeat(200_000 / unit.length)).length).toBeLessThanOrEqual(1);
    },
  );
});
