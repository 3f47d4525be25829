import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLines, createStrictLines, type LineReading } from "./lines.ts";

function read(maxBytes: number, ...chunks: readonly string[]) {
  const seen: string[] = [];
  const push = createLines(maxBytes, (line) => seen.push(line));
  const within = chunks.map((chunk) => push(Buffer.from(chunk, "latin1")));
  return { seen, within };
}

describe("createLines", () => {
  it("finds lines wherever the chunks are split", () => {
    expect(read(100, "on", "e\ntw", "o", "\n\nth").seen).toEqual(["one", "two", ""]);
  });

  it("joins a character that was split in two", () => {
    expect(read(100, "\xc3", "\xa9\n").seen).toEqual(["é"]);
  });

  it.each([
    { chunks: ["12345"], within: [true] },
    { chunks: ["123456"], within: [false] },
    { chunks: ["123", "456\n"], within: [true, false] },
    { chunks: ["1\n", "12345\n", "12345"], within: [true, true, true] },
  ])("buffers no more than allowed of $chunks", ({ chunks, within }) => {
    expect(read(5, ...chunks).within).toEqual(within);
  });
});

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
