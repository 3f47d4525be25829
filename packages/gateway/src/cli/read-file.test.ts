import { expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { readText } from "./read-file.ts";

it("stops waiting for a pipe that nobody writes to when told to", async () => {
  const stop = new AbortController();

  const reading = readText("-", {
    terminal: { out: ignore, err: ignore, progress: ignore, columns: 80, color: false },
    signal: stop.signal,
    clock: systemClock,
    folder: "/nowhere",
    environment: {},
    newId: () => "id",
    operator: "operator:grace",
    randomBytes: (count) => new Uint8Array(count),
    random: () => 0,
    readInput: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(ignore) }) }),
    debug: false,
  });
  stop.abort("told to");

  await expect(reading).rejects.toBe("told to");
});

function ignore(): void {}
