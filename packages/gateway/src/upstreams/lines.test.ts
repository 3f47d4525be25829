import { describe, expect, it } from "vitest";
import { createLines } from "./lines.ts";

function read(maxBytes: number, ...chunks: readonly string[]) {
  const seen: string[] = [];
  const lines = createLines(maxBytes, (line) => seen.push(line));
  const within = chunks.map((chunk) => lines.push(Buffer.from(chunk, "latin1")));
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
