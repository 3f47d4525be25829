import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStrictLines, type LineReading } from "./strict-lines.ts";

function linesOf(chunks: readonly (string | Buffer)[], maxBytes = 10): readonly string[] {
  const lines: string[] = [];
  const told = (line: LineReading) => lines.push(line.kind === "text" ? line.text : line.kind);
  const push = createStrictLines(maxBytes, told);
  for (const chunk of chunks) push(Buffer.from(chunk));
  return lines;
}

describe("createStrictLines", () => {
  it("yields the same lines however the bytes are split", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "🎈"), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(160), { maxLength: 6 }), (whole, cuts) => {
        const bytes = Buffer.from(`${whole}\n`);
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));

        expect(linesOf(chunks, 1_000)).toEqual(whole.split("\n"));
      }),
    );
  });

  it("accepts a line of the maximum length and no byte longer", () => {
    expect(linesOf(["1234567890\n12345678901\nnext\n"])).toEqual([
      "1234567890",
      "too-long",
      "next",
    ]);
  });

  it("gives up a line before it ends, and reports it once", () => {
    expect(linesOf(["12345678901", "x".repeat(100)])).toEqual(["too-long"]);
    expect(linesOf(["12345678901", "x".repeat(100), "\nnext\n"])).toEqual(["too-long", "next"]);
  });

  it("refuses a line that is no text", () => {
    expect(linesOf([Buffer.from([0xff, 10]), "next\n"])).toEqual(["not-text", "next"]);
  });
});
