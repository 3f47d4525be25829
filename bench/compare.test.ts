import { describe, expect, it } from "vitest";
import { Sampler } from "./compare.ts";
import { Postponed, type Sender } from "./load/conversation.ts";
import type { Viewers } from "./viewers/open-viewers.ts";

/** A subject that fails at the given turns, each once. */
function samplerOf(failures: ReadonlyMap<number, Error>, viewers?: Viewers): Sampler {
  const left = new Map(failures);
  const sender: Sender = async (turn) => {
    const failure = left.get(turn);
    left.delete(turn);
    if (failure !== undefined) throw failure;
  };
  const program = {
    port: 0,
    others: [],
    threads: () => new Map<string, number>(),
    residentBytes: () => 0,
    ...(viewers !== undefined && { viewers }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const senders = [sender, sender];
  const conversation = { senders, [Symbol.asyncDispose]: async () => undefined };
  return new Sampler({ subject: "memory", program, ...conversation }, 10);
}

describe("Sampler", () => {
  it("repeats a slice in which a call was refused for the moment", async () => {
    const sampler = samplerOf(new Map([[3, new Postponed("later")]]));

    await sampler.take();

    expect(sampler.failure).toBeUndefined();
    expect(sampler.slices).toHaveLength(1);
  });

  it("fails if that goes on", async () => {
    const turns = Array.from({ length: 6 }, (_, slice) => slice * 10 + 3);
    const sampler = samplerOf(new Map(turns.map((turn) => [turn, new Postponed("later")])));

    await sampler.take();

    expect(sampler.failure).toBe("later");
    expect(sampler.slices).toEqual([]);
  });

  it("ends a slice once its viewers were shown its calls", async () => {
    const waits: number[] = [];
    const sampler = samplerOf(new Map(), {
      shown: async () => 7,
      untilShown: async (calls) => void waits.push(calls),
      [Symbol.asyncDispose]: async () => undefined,
    });

    await sampler.take();

    expect(waits).toEqual([17]);
  });

  it("fails at the first wrong answer", async () => {
    const sampler = samplerOf(new Map([[3, new Error("wrong")]]));

    await sampler.take();

    expect(sampler.failure).toBe("wrong");
  });
});
