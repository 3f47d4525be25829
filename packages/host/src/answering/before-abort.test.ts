import { never, noAbort } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { beforeAbort, untilAborted } from "./before-abort.ts";

async function gather<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("beforeAbort", () => {
  it("returns the result of the work, synchronous or not", async () => {
    expect(await beforeAbort(noAbort, () => 1)).toBe(1);
    expect(await beforeAbort(noAbort, async () => 2)).toBe(2);
  });

  it("does not wait for work that ignores the signal", async () => {
    const leaving = new AbortController();
    const working = beforeAbort(leaving.signal, never);

    leaving.abort(new Error("gone"));

    await expect(working).rejects.toThrow("gone");
  });

  it("does not start the work if already aborted", async () => {
    const begun: string[] = [];

    await expect(
      beforeAbort(AbortSignal.abort(new Error("gone")), () => begun.push("work")),
    ).rejects.toThrow("gone");
    expect(begun).toEqual([]);
  });
});

describe("untilAborted", () => {
  it("passes on items and failures", async () => {
    expect(await gather(untilAborted(ofTwo(), noAbort))).toEqual([1, 2]);
    await expect(gather(untilAborted(failing(), noAbort))).rejects.toThrow("broken");
  });

  it("does not wait for a pending item, nor for the iterator to close", async () => {
    const leaving = new AbortController();
    const ended: string[] = [];
    const hanging = {
      [Symbol.asyncIterator]: () => ({
        next: never,
        return: () => {
          ended.push("told");
          return never();
        },
      }),
    };
    const gathering = gather(untilAborted(hanging, leaving.signal));

    leaving.abort(new Error("gone"));

    await expect(gathering).rejects.toThrow("gone");
    expect(ended).toEqual(["told"]);
  });

  it("ends normally even if closing the iterator throws", async () => {
    const throwing = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: true, value: undefined } as const),
        return: (): never => {
          throw new Error("told");
        },
      }),
    };

    expect(await gather(untilAborted(throwing, noAbort))).toEqual([]);
  });

  it("closes the iterator when the consumer stops reading", async () => {
    const ended: string[] = [];
    async function* endless(): AsyncGenerator<number> {
      try {
        for (;;) yield 1;
      } finally {
        ended.push("told");
      }
    }

    for await (const _ of untilAborted(endless(), noAbort)) break;

    expect(ended).toEqual(["told"]);
  });
});

async function* failing(): AsyncGenerator<number> {
  yield 1;
  throw new Error("broken");
}

async function* ofTwo(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}
