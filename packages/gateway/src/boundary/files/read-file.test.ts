import { expect, it } from "vitest";
import { readText } from "./read-file.ts";

it("stops waiting for a pipe without a writer when aborted", async () => {
  const stop = new AbortController();

  const reading = readText("-", {
    signal: stop.signal,
    folder: "/nowhere",
    readInput: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(ignore) }) }),
  });
  stop.abort("told to");

  await expect(reading).rejects.toBe("told to");
});

function ignore(): void {}
