import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Reply } from "./protocol.ts";
import type { Thread } from "./thread.ts";
import { FairQueue, type Question, WorkerPool } from "./worker-pool.ts";

interface FakeThread {
  asked: string[];
  answer: (reply: Reply) => void;
  hasEnded: boolean;
  spentMs: number;
}

/** Fake threads that answer on command and record their state. */
function setUp() {
  const clock = createFakeClock();
  const threads: FakeThread[] = [];
  const start = async (): Promise<Thread> => {
    const state: FakeThread = { asked: [], answer: () => undefined, hasEnded: false, spentMs: 50 };
    threads.push(state);
    return {
      ask: (request) => {
        state.asked.push(request.kind === "validate" ? request.key : "");
        return new Promise((resolve) => {
          state.answer = resolve;
        });
      },
      spentMs: async () => state.spentMs,
      end: async () => {
        state.hasEnded = true;
      },
    };
  };
  return { clock, threads, pool: new WorkerPool(clock, start) };
}

function question(key: string): Question {
  return { key, request: { kind: "validate", key, text: "1" }, deadlineMs: 50 };
}

describe("WorkerPool", () => {
  it("starts no thread before the first request", () => {
    const { threads } = setUp();

    expect(threads).toEqual([]);
  });

  it("returns the answer, and starts a spare thread", async () => {
    const { clock, pool, threads } = setUp();
    const reply = pool.ask(question("a"));
    await clock.untilSleeping();
    threads[0]?.answer({ kind: "valid" });

    expect(await reply).toEqual({ kind: "valid" });
    expect(threads).toHaveLength(2);
  });

  it("answers that none started while no thread can, and recovers once one can", async () => {
    const clock = createFakeClock();
    let room = 0;
    const thread: Thread = {
      ask: async () => ({ kind: "valid" }),
      spentMs: async () => 0,
      end: async () => undefined,
    };
    await using pool = new WorkerPool(clock, async () => {
      room -= 1;
      if (room < 0) throw new Error("There is no room for another thread.");
      return thread;
    });

    const without = await pool.ask(question("a"));
    room = 1;
    const alone = await pool.ask(question("a"));

    expect([without, alone]).toEqual([{ kind: "unstarted" }, { kind: "valid" }]);
  });

  it("ends a thread past its deadline and continues with the spare", async () => {
    const { clock, pool, threads } = setUp();
    const late = pool.ask(question("a"));
    const next = pool.ask(question("b"));
    await clock.untilSleeping();
    await clock.advance(50);
    threads[1]?.answer({ kind: "valid" });

    expect(await late).toBeUndefined();
    expect(await next).toEqual({ kind: "valid" });
    expect(threads.map(({ hasEnded }) => hasEnded)).toEqual([true, false, false]);
  });

  it("extends the wait for a starved thread, up to a limit", async () => {
    const { clock, pool, threads } = setUp();
    const patient = pool.ask(question("a"));
    await clock.untilSleeping();
    Object.assign(threads[0] ?? {}, { spentMs: 10 });
    await clock.advance(60);
    threads[0]?.answer({ kind: "valid" });
    expect(await patient).toEqual({ kind: "valid" });

    const starved = pool.ask(question("b"));
    await clock.untilSleeping();
    await clock.advance(2_000);

    expect(await starved).toBeUndefined();
  });

  it("runs one request at a time, fairly across keys", async () => {
    const { clock, pool, threads } = setUp();
    for (const key of ["a", "a", "a", "b"]) void pool.ask(question(key));
    for (let i = 0; i < 4; i += 1) {
      await clock.untilSleeping();
      threads[0]?.answer({ kind: "valid" });
      await clock.advance(0);
    }

    expect(threads[0]?.asked).toEqual(["a", "a", "b", "a"]);
  });

  it("ends all threads on disposal, answers undefined, and can be disposed twice", async () => {
    const { clock, pool, threads } = setUp();
    const reply = pool.ask(question("a"));
    const behind = pool.ask(question("b"));
    await clock.untilSleeping();
    await pool[Symbol.asyncDispose]();
    await pool[Symbol.asyncDispose]();
    await clock.advance(50);

    expect(threads.every(({ hasEnded }) => hasEnded)).toBe(true);
    expect(await Promise.all([reply, behind])).toEqual([undefined, undefined]);
  });
});

it("FairQueue alternates between keys and keeps the order within one", () => {
  const queue = new FairQueue<string>();
  for (const entry of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.add(entry.slice(0, 1), entry);
  const taken = Array.from({ length: 7 }, () => queue.take());

  expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
});
