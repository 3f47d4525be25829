import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { IndexedUpTo } from "../../stores/call-store.ts";
import { CallIndexer, catchUp, indexedAtOnce } from "./call-indexer.ts";

/** A log of so many rows. Each step of the index takes a millisecond. */
function setUp(rows: number) {
  const clock = createFakeClock();
  const state = { indexedTo: 0, last: rows, steps: 0, isAway: false };
  const progress = async (): Promise<IndexedUpTo> => state;
  const index = async (max: number): Promise<IndexedUpTo> => {
    state.steps += 1;
    if (state.isAway) throw new Error("The store is away.");
    state.indexedTo = Math.min(state.last, state.indexedTo + max);
    return { ...state };
  };
  return { clock, state, calls: { index, progress } };
}

it("reads to the end of the log, and later rows within a second", async () => {
  const { clock, state, calls } = setUp(3 * indexedAtOnce);
  await using stack = new AsyncDisposableStack();
  stack.use(new CallIndexer({ calls, clock }));

  await clock.advance(200);
  const first = state.indexedTo;
  state.last += 10;
  await clock.advance(1_000);

  expect([first, state.indexedTo]).toEqual([600, 610]);
});

it("works a fiftieth of the time, and half of it while a person asks for calls", async () => {
  const { clock, state, calls } = setUp(1_000_000);
  let isAsked = false;
  await using stack = new AsyncDisposableStack();
  stack.use(new CallIndexer({ calls, clock, isAsked: () => isAsked }));
  await clock.advance(490);
  const alone = state.steps;

  isAsked = true;
  await clock.advance(490);

  expect(alone).toBe(11);
  expect(state.steps - alone).toBeGreaterThan(400);
});

it("goes on after a failure of the store", async () => {
  const { clock, state, calls } = setUp(10);
  state.isAway = true;
  await using stack = new AsyncDisposableStack();
  stack.use(new CallIndexer({ calls, clock }));
  await clock.advance(1_000);
  state.isAway = false;

  await clock.advance(5_000);

  expect([state.steps > 1, state.indexedTo]).toEqual([true, 10]);
});

it("ends while it rests", async () => {
  const { clock, calls } = setUp(0);
  const reader = new CallIndexer({ calls, clock });
  await clock.untilSleeping();

  await expect(reader[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

it("catches up in steps, and reports each", async () => {
  const { clock, calls } = setUp(500);
  const seen: number[] = [];

  const found = await catchUp(calls, { clock, onStep: ({ indexedTo }) => seen.push(indexedTo) });

  expect(found).toMatchObject({ indexedTo: 500, last: 500 });
  expect(seen).toEqual([200, 400, 500]);
});

it("stops after the time, at another reader, and when it is aborted", async () => {
  const { clock, state, calls } = setUp(500);
  const stopped = AbortSignal.abort(new Error("Stopped."));

  expect(await catchUp(calls, { clock, maxMs: 0 })).toMatchObject({ indexedTo: 0 });
  await expect(catchUp(calls, { clock, signal: stopped })).rejects.toThrow("Stopped.");
  const other = { ...calls, index: async () => ({ indexedTo: 0, last: 500 }) };
  expect(await catchUp(other, { clock })).toEqual({ indexedTo: 0, last: 500 });
  expect(state.steps).toBe(0);
});
