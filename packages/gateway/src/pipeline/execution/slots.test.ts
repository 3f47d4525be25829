import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { approvedCall, noAbort, outerCall, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { LimitStore } from "../../stores/limit-store.ts";
import { createMemoryLimits } from "../../stores/memory/transient.ts";
import { StoreError } from "../../stores/store-error.ts";
import type { OuterCall } from "../call.ts";
import { Away } from "../limits/away.ts";
import { SharedSlots } from "../limits/shared-slots.ts";
import { createExecution, type ExecutionOptions } from "./execution.ts";

function openProcess(clock: ReturnType<typeof createFakeClock>, given: Partial<ExecutionOptions>) {
  const running: PromiseWithResolvers<string>[] = [];
  const started: string[] = [];
  const run = createExecution(
    (call) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      running.push({ promise, resolve, reject });
      started.push(call.registered.publicName);
      return promise;
    },
    { clock, deadlines: new Deadlines(clock), maxConcurrent: 10, ...given },
  );
  const settings = { maxInstances: 2, timeoutMs: 60_000, approval: "none" } as const;
  const call = async (publicName = "a", signal: AbortSignal = noAbort, within?: OuterCall) => {
    const { contract } = registeredTool();
    const registered = registeredTool({
      publicName,
      contract: { ...contract, name: publicName },
      settings,
    });
    const answer = run(approvedCall({ registered, ...(within && { within }) }), signal);
    answer.catch(() => undefined);
    await clock.advance(0);
    return { answer };
  };
  const finish = async (index: number): Promise<void> => {
    running[index]?.resolve("sunny");
    await clock.advance(0);
  };
  return { clock, call, finish, started };
}

/** The two implementations of slots. */
const forms = {
  "in one process": () => ({}),
  "among processes": (clock: Clock) => ({ sharedSlots: share(createMemoryLimits(clock), clock) }),
} satisfies Record<string, (clock: Clock) => Pick<ExecutionOptions, "sharedSlots">>;

let opened = 0;

function share(store: LimitStore, clock: Clock): SharedSlots {
  opened += 1;
  return new SharedSlots({ store, clock, away: new Away({ clock }), name: `p${opened}` });
}

describe.each(Object.entries(forms))("the slots of calls %s", (_, form) => {
  const setUp = (options: Partial<ExecutionOptions> = {}) => {
    const clock = createFakeClock();
    return openProcess(clock, { ...form(clock), ...options });
  };

  it("limits the concurrent calls of a tool to its instances", async () => {
    const { call, finish, started } = setUp();
    await call();
    await call();
    const third = await call();
    const before = started.length;

    await finish(0);
    await finish(2);

    await expect(third.answer).resolves.toBe("sunny");
    expect(before).toBe(2);
  });

  it("limits the concurrent calls of the toolbox", async () => {
    const { call, started } = setUp({ maxConcurrent: 3 });
    for (const name of ["a", "b", "c", "d"]) await call(name);

    expect(started).toEqual(["a", "b", "c"]);
  });

  it("runs an inner call in its caller's slot, and no other call with it", async () => {
    const { call, started } = setUp({ maxConcurrent: 1 });
    await call("a");
    await call("b", noAbort, outerCall);
    await call("c");

    expect(started).toEqual(["a", "b"]);
  });

  it("counts inner calls among the instances of the called tool", async () => {
    const { clock, call, finish, started } = setUp({ maxConcurrent: 4, maxWaitMs: 500 });
    await call("b");
    await call("b");
    const { answer } = await call("b", noAbort, outerCall);
    const waiting = started.length;

    await finish(0);
    await clock.advance(100);
    await finish(2);

    await expect(answer).resolves.toBe("sunny");
    expect(waiting).toBe(2);
  });

  it("frees no toolbox slot that an inner call did not take", async () => {
    const { call, finish, started } = setUp({ maxConcurrent: 1 });
    await call("a");
    await call("b", noAbort, outerCall);
    await finish(1);
    await call("c");

    expect(started).toEqual(["a", "b"]);
  });

  it("does not let a tool without a free instance block others", async () => {
    const { call, finish, started } = setUp({ maxConcurrent: 3 });
    for (const name of ["a", "a", "b", "a", "c"]) await call(name);

    await finish(2);

    expect(started).toEqual(["a", "a", "b", "c"]);
  });

  it("is first in, first out", async () => {
    const { call, finish, started } = setUp({ maxConcurrent: 1 });
    for (const name of ["a", "b", "c", "b"]) await call(name);

    for (const index of [0, 1, 2]) await finish(index);

    expect(started).toEqual(["a", "b", "c", "b"]);
  });

  it("frees the slot of a failed call", async () => {
    const clock = createFakeClock();
    const run = createExecution(() => Promise.reject(new Error("x")), {
      clock,
      deadlines: new Deadlines(clock),
      maxConcurrent: 1,
      ...form(clock),
    });

    await expect(run(approvedCall(), noAbort)).rejects.toThrow("x");
    await expect(run(approvedCall(), noAbort)).rejects.toThrow("x");
  });

  it("refuses when the queue is full", async () => {
    const { call } = setUp({ maxConcurrent: 1, maxQueued: 1 });
    await call();
    await call();

    const { answer } = await call();

    await expect(answer).rejects.toMatchObject({ code: "no-capacity", details: { waitedMs: 0 } });
  });

  it("refuses a call after the maximum wait, and reserves no slot for it", async () => {
    const { clock, call, finish, started } = setUp({ maxConcurrent: 1, maxWaitMs: 500 });
    await call();
    const { answer } = await call();

    await clock.advance(500);
    await finish(0);

    await expect(answer).rejects.toMatchObject({ code: "no-capacity", details: { waitedMs: 500 } });
    expect(started).toHaveLength(1);
    await call();
    expect(started).toHaveLength(2);
  });

  it("drops a canceled call from the queue", async () => {
    const caller = new AbortController();
    const { call, finish, started } = setUp({ maxConcurrent: 1 });
    await call();
    const { answer } = await call("a", caller.signal);

    caller.abort();
    await finish(0);

    await expect(answer).rejects.toMatchObject({
      code: "cancelled",
      details: { mayHaveActed: false },
    });
    expect(started).toHaveLength(1);
  });

  it("does not admit a call that was already canceled", async () => {
    const { call, started } = setUp({ maxConcurrent: 1 });
    await call();

    const { answer } = await call("a", AbortSignal.abort());

    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(started).toHaveLength(1);
  });
});

function openTwo(options: Partial<ExecutionOptions> = {}) {
  const clock = createFakeClock();
  const memory = createMemoryLimits(clock);
  const seen = { asked: 0, isAway: false };
  const store: LimitStore = {
    ...memory,
    enter: (key, slot) => {
      seen.asked += 1;
      if (seen.isAway) return Promise.reject(new StoreError("unreachable"));
      return memory.enter(key, slot);
    },
  };
  const open = () => openProcess(clock, { ...options, sharedSlots: share(store, clock) });
  return { clock, seen, one: open(), other: open() };
}

describe("the slots of calls in two processes that share a store", () => {
  it("counts the instances of a tool over both", async () => {
    const { one, other } = openTwo();

    for (const { call } of [one, other, one, other]) await call();

    expect([one.started, other.started]).toEqual([["a"], ["a"]]);
  });

  it("counts the calls of the toolbox over both", async () => {
    const { one, other } = openTwo({ maxConcurrent: 3 });

    for (const name of ["a", "b", "c", "d"]) {
      await one.call(name);
      await other.call(name);
    }

    expect(one.started.length + other.started.length).toBe(3);
  });

  it("admits a call when the other process frees a slot", async () => {
    const { clock, one, other } = openTwo({ maxConcurrent: 1 });
    await one.call();
    const { answer } = await other.call();

    await one.finish(0);
    await clock.advance(1_000);
    await other.finish(0);

    await expect(answer).resolves.toBe("sunny");
  });

  it("reuses a slot it has just freed without asking the store", async () => {
    const { one, seen } = openTwo();
    await one.call();
    await one.finish(0);
    const before = seen.asked;

    await one.call();

    expect(one.started).toHaveLength(2);
    expect(seen.asked).toBe(before);
  });

  it("polls at a constant rate for any number of pending calls", async () => {
    const { clock, one, other, seen } = openTwo({ maxConcurrent: 1 });
    await one.call();
    for (let i = 0; i < 100; i += 1) await other.call();
    const before = seen.asked;

    await clock.advance(1_000);

    expect(other.started).toEqual([]);
    expect(seen.asked - before).toBeLessThanOrEqual(90);
  });

  it("serves both processes when slots are scarce", async () => {
    const { clock, one, other } = openTwo({ maxConcurrent: 1 });
    for (let i = 0; i < 300; i += 1) void one.call();
    await clock.advance(0);
    await other.call();

    for (let i = 0; i < 150; i += 1) {
      await one.finish(i);
      await clock.advance(10);
    }

    expect(other.started).toEqual(["a"]);
    expect(one.started.length).toBeLessThan(150);
  });

  it("continues with local slots in each process during a store outage", async () => {
    const { one, other, seen } = openTwo();
    seen.isAway = true;

    for (const { call } of [one, other, one, other, one, other]) await call();
    expect([one.started.length, other.started.length]).toEqual([2, 2]);

    await one.finish(0);
    expect([one.started.length, other.started.length]).toEqual([3, 2]);
  });
});
