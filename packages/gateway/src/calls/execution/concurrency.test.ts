import { describe, expect, it } from "vitest";
import { approvedCall, noAbort, registeredTool } from "../../testing/calls.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { type ConcurrencyOptions, withConcurrency } from "./concurrency.ts";
import { createDeadlines } from "./deadlines.ts";

function setUp(options: Partial<ConcurrencyOptions> = {}) {
  const clock = createFakeClock();
  const running: PromiseWithResolvers<string>[] = [];
  const started: string[] = [];
  const run = withConcurrency(
    (call) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      running.push({ promise, resolve, reject });
      started.push(call.registered.publicName);
      return promise;
    },
    { clock, deadlines: createDeadlines(clock), maxConcurrent: 10, ...options },
  );
  const call = (publicName = "a", signal: AbortSignal = noAbort) => {
    const settings = { maxInstances: 2, timeoutMs: 60_000, approval: "none" } as const;
    const answer = run(
      approvedCall({ registered: registeredTool({ publicName, settings }) }),
      signal,
    );
    answer.catch(() => undefined);
    return answer;
  };
  const finish = async (index: number): Promise<void> => {
    running[index]?.resolve("sunny");
    await clock.advance(0);
  };
  return { clock, call, finish, started };
}

describe("withConcurrency", () => {
  it("runs no more calls of a tool than it may have instances", async () => {
    const { call, finish, started } = setUp();
    void call();
    void call();
    const third = call();
    const before = started.length;

    await finish(0);
    await finish(2);

    await expect(third).resolves.toBe("sunny");
    expect(before).toBe(2);
  });

  it("runs no more calls at once than the toolbox may", () => {
    const { call, started } = setUp({ maxConcurrent: 3 });
    for (const name of ["a", "b", "c", "d"]) void call(name);

    expect(started).toEqual(["a", "b", "c"]);
  });

  it("does not let a tool without a free instance hold up the others", async () => {
    const { call, finish, started } = setUp({ maxConcurrent: 3 });
    for (const name of ["a", "a", "b", "a", "c"]) void call(name);

    await finish(2);

    expect(started).toEqual(["a", "a", "b", "c"]);
  });

  it("frees the place of a call that failed", async () => {
    const clock = createFakeClock();
    const deadlines = createDeadlines(clock);
    const run = withConcurrency(() => Promise.reject(new Error("x")), {
      clock,
      deadlines,
      maxConcurrent: 1,
    });

    await expect(run(approvedCall(), noAbort)).rejects.toThrow("x");
    await expect(run(approvedCall(), noAbort)).rejects.toThrow("x");
  });

  it("refuses when the queue is full", async () => {
    const { call } = setUp({ maxConcurrent: 1, maxQueued: 1 });
    void call();
    void call();

    await expect(call()).rejects.toMatchObject({ code: "busy", details: { waitedMs: 0 } });
  });

  it("refuses who has waited too long, and keeps no place for them", async () => {
    const { clock, call, finish, started } = setUp({ maxConcurrent: 1, maxWaitMs: 500 });
    void call();
    const waiting = call();

    await clock.advance(500);
    await finish(0);

    await expect(waiting).rejects.toMatchObject({ code: "busy", details: { waitedMs: 500 } });
    expect(started).toHaveLength(1);
    void call();
    expect(started).toHaveLength(2);
  });

  it("forgets who leaves the queue", async () => {
    const caller = new AbortController();
    const { call, finish, started } = setUp({ maxConcurrent: 1 });
    void call();
    const waiting = call("a", caller.signal);

    caller.abort();
    await finish(0);

    await expect(waiting).rejects.toMatchObject({
      code: "cancelled",
      details: { mayHaveActed: false },
    });
    expect(started).toHaveLength(1);
  });
});
