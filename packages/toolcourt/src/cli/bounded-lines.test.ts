import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { boundedLines } from "./bounded-lines.ts";

it("drops lines while their reader does not read, and goes on when it does", () => {
  const unread: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, done) => void unread.push(done) });
  const write = boundedLines(stream);
  const line = "x".repeat(1_023);
  for (let count = 0; count < 5_000; count += 1) write(line);
  const kept = stream.writableLength;
  while (unread.length > 0) unread.shift()?.();
  write(line);

  expect(kept).toBe(1_048_576);
  expect(stream.writableLength).toBe(1_024);
});
