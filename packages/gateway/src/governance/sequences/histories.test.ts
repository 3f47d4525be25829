import { createFakeClock } from "@toolcourt/testing/fake-clock";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HistoryStore } from "../../stores/history-store.ts";
import { createMemoryHistories } from "../../stores/memory/histories.ts";
import { StoreError } from "../../stores/store-error.ts";
import { type HistoriesDeps, openHistories } from "./histories.ts";
import type { EntryForm } from "./known-states.ts";

const asText: EntryForm<string> = { write: (body) => body, read: (text) => text };

const day = 24 * 60 * 60_000;

/** The bodies of a history, and their sum where they are numbers. */
interface Seen {
  readonly bodies: readonly string[];
  readonly sum: number;
}

function seen(...bodies: readonly string[]): Seen {
  return { bodies, sum: bodies.reduce((sum, body) => sum + Number(body), 0) };
}

/** Opens the histories of two processes over one store. */
function setUp(
  store: HistoryStore = createMemoryHistories(),
  more: { maxKept?: number; form?: EntryForm<string> } = {},
) {
  const clock = createFakeClock();
  const deps: HistoriesDeps<Seen, string> = {
    store,
    clock,
    form: asText,
    empty: () => seen(),
    apply: ({ bodies }, body) => seen(...bodies, body),
    ...more,
  };
  return { clock, store, one: openHistories(deps), other: openHistories(deps) };
}

/** Counts the requests of a store. */
function counted(store: HistoryStore) {
  const asked = { reads: 0, appends: 0 };
  const counting: HistoryStore = {
    ...store,
    read: (...values) => {
      asked.reads += 1;
      return store.read(...values);
    },
    append: (...values) => {
      asked.appends += 1;
      return store.append(...values);
    },
  };
  return { asked, counting };
}

describe("the histories of a process", () => {
  it("decide on what they appended, and append behind it", async () => {
    const { one, store } = setUp();

    const answers = [];
    for (const body of ["1", "2", "3"]) {
      answers.push(await one.decide("h", ({ sum }) => ({ body, answer: sum })));
    }

    expect(answers).toEqual([0, 1, 3]);
    expect(await one.current("h")).toEqual(seen("1", "2", "3"));
    expect((await store.read("h", 0, 9)).map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it("know what another process appended, before each decision", async () => {
    const { one, other } = setUp();
    await one.add("h", "1");
    await other.add("h", "2");

    expect(await one.decide("h", ({ sum }) => ({ body: "4", answer: sum }))).toBe(3);
    expect(await other.decide("h", ({ sum }) => ({ body: undefined, answer: sum }))).toBe(7);
    expect(await one.current("h")).toEqual(seen("1", "2", "4"));
  });

  it("keep histories apart", async () => {
    const { one } = setUp();
    await one.add("a", "1");
    await one.add("b", "2");

    expect(await one.current("a")).toEqual(seen("1"));
    expect(await one.current("b")).toEqual(seen("2"));
    expect(await one.current("c")).toEqual(seen());
  });

  it("read once, and not again while nothing is new", async () => {
    const { asked, counting } = counted(createMemoryHistories());
    const { one } = setUp(counting);

    for (const body of ["1", "2", "3", "4"]) {
      await one.decide("h", () => ({ body, answer: undefined }));
    }

    expect(asked).toEqual({ reads: 1, appends: 4 });
  });

  it("read before a decision that leaves no entry", async () => {
    const { asked, counting } = counted(createMemoryHistories());
    const { one, other } = setUp(counting);
    await one.add("h", "1");
    await other.add("h", "5");
    asked.reads = 0;

    const answer = await one.decide("h", ({ sum }) => ({ body: undefined, answer: sum }));

    expect(answer).toBe(6);
    expect(asked.reads).toBe(1);
  });

  it("ask a store of one process nothing while nothing is new", async () => {
    const { asked, counting } = counted(createMemoryHistories());
    const { one, other } = setUp(counting);
    await one.add("h", "1");
    asked.reads = 0;

    expect(one.current("h")).toEqual(seen("1"));
    expect(await one.decide("h", ({ sum }) => ({ body: undefined, answer: sum }))).toBe(1);
    expect(asked.reads).toBe(0);

    await other.add("h", "2");
    expect(await one.current("h")).toEqual(seen("1", "2"));
  });

  it("ask any other store before each answer", async () => {
    const { last: _last, ...shared } = createMemoryHistories();
    const { asked, counting } = counted(shared);
    const { one } = setUp(counting);
    await one.add("h", "1");
    asked.reads = 0;

    expect(await one.current("h")).toEqual(seen("1"));
    expect(await one.decide("h", ({ sum }) => ({ body: undefined, answer: sum }))).toBe(1);
    expect(asked.reads).toBe(2);
  });

  it("read the entries of others only", async () => {
    const read: string[] = [];
    const store = createMemoryHistories();
    const form = {
      write: (body: string) => body,
      read: (text: string) => {
        read.push(text);
        return text;
      },
    };
    const { one, other } = setUp(store, { form });
    await one.add("h", "1");
    expect(read).toEqual([]);

    await other.add("h", "2");
    await one.current("h");
    expect(read).toEqual(["1", "2"]);
  });

  it("read a long history in pages", async () => {
    const { one, other } = setUp();
    for (let count = 0; count < 450; count += 1) await one.add("h", "1");

    expect(await other.current("h")).toMatchObject({ sum: 450 });
    await other.add("h", "1");
    expect(await one.current("h")).toMatchObject({ sum: 451 });
  });

  it("give the time of the entry to its decision, which never goes back", async () => {
    const { one, store, clock } = setUp();
    const late = clock.now() + day;
    await store.append("h", { position: 1, at: late, body: "1" });

    const at = await one.decide("h", (_state, time) => ({ body: "2", answer: time }));

    expect(at).toBe(late);
    expect((await store.read("h", 1, 9)).map((entry) => entry.at)).toEqual([late]);
  });

  it("lose nothing of states that do not stay in memory", async () => {
    const { one } = setUp(createMemoryHistories(), { maxKept: 2 });
    for (const name of ["a", "b", "c", "d", "a"]) await one.add(name, "1");

    expect(await one.current("a")).toEqual(seen("1", "1"));
    expect(await one.current("d")).toEqual(seen("1"));
  });

  it("do several things in one turn", async () => {
    const { one } = setUp();

    const [inside, after] = await Promise.all([
      one.inOrder("h", async (turn) => {
        await turn.add("1");
        await turn.decide(({ sum }) => ({ body: String(sum + 1), answer: undefined }));
        return turn.current();
      }),
      one.decide("h", ({ sum }) => ({ body: "9", answer: sum })),
    ]);

    expect(inside).toEqual(seen("1", "2"));
    expect(after).toBe(3);
  });
});

describe("a history that changes elsewhere", () => {
  it("begins anew once the store has forgotten it", async () => {
    const { one, other, store, clock } = setUp();
    await one.add("h", "1");
    await one.add("h", "2");
    await clock.advance(31 * day);
    await store.forget(clock.now() - 30 * day, 9);
    await other.add("h", "4");
    await other.add("h", "8");

    expect(await one.decide("h", ({ sum }) => ({ body: "16", answer: sum }))).toBe(12);
    expect(await other.current("h")).toEqual(seen("4", "8", "16"));
  });

  it.each(["current", "decide", "add"] as const)(
    "refuses to %s if the store has lost entries",
    async (method) => {
      const { one, other, store, clock } = setUp();
      await one.add("h", "1");
      await store.forget(clock.now() + 1, 9);
      const asking = {
        current: () => one.current("h"),
        decide: () => one.decide("h", () => ({ body: "2", answer: undefined })),
        add: () => one.add("h", "2"),
      };

      await expect(asking[method]()).rejects.toMatchObject({ kind: "older" });
      await clock.advance(1);
      await other.add("h", "4").catch(() => undefined);
      await expect(asking[method]()).rejects.toMatchObject({ kind: "older" });
    },
  );

  it("refuses a history with a gap", async () => {
    const { one } = setUp({
      ...createMemoryHistories(),
      read: async () => [{ position: 2, at: 0, body: "1" }],
    });

    await expect(one.current("h")).rejects.toMatchObject({ kind: "corrupt" });
  });

  it("is read again after an entry that cannot be applied", async () => {
    const clock = createFakeClock();
    const store = createMemoryHistories();
    let isBroken = true;
    const histories = openHistories<string[], string>({
      store,
      clock,
      form: asText,
      empty: () => [],
      apply: (state, body) => {
        state.push(body);
        if (isBroken && body === "2") throw new TypeError("unreadable");
        return state;
      },
    });
    await histories.add("h", "1");
    const corrupt = { kind: "corrupt", cause: new TypeError("unreadable") };
    await expect(histories.add("h", "2")).rejects.toMatchObject(corrupt);
    await expect(histories.current("h")).rejects.toMatchObject(corrupt);
    isBroken = false;

    expect(await histories.current("h")).toEqual(["1", "2"]);
  });

  it("fails after bounded tries if others are always faster", async () => {
    const { asked, counting } = counted(createMemoryHistories());
    const { one } = setUp({
      ...counting,
      append: async (history, entry) => {
        await counting.append(history, { ...entry, body: "0" });
        return false;
      },
    });

    await expect(one.add("h", "1")).rejects.toMatchObject({ kind: "contended" });
    expect(asked.appends).toBe(64);
  });
});

describe("a store that fails", () => {
  it("fails the decision, and nothing stays decided", async () => {
    const memory = createMemoryHistories();
    let fault: StoreError | undefined = new StoreError("unreachable");
    const { one } = setUp({
      ...memory,
      append: async (...values) => {
        if (fault !== undefined) throw fault;
        return memory.append(...values);
      },
    });
    const decide = () => one.decide("h", ({ sum }) => ({ body: "1", answer: sum }));

    await expect(decide()).rejects.toMatchObject({ kind: "unreachable" });
    fault = undefined;

    expect(await decide()).toBe(0);
  });

  it("counts an entry whose answer was lost", async () => {
    const memory = createMemoryHistories();
    let isLate = true;
    const { one } = setUp({
      ...memory,
      append: async (...values) => {
        const isAppended = await memory.append(...values);
        if (isLate) throw new StoreError("overdue");
        return isAppended;
      },
    });

    await expect(one.add("h", "1")).rejects.toMatchObject({ kind: "overdue" });
    isLate = false;

    expect(await one.decide("h", ({ sum }) => ({ body: "2", answer: sum }))).toBe(1);
  });
});

/** A store whose answers come in the order of a schedule. */
function scheduled(store: HistoryStore, scheduler: fc.Scheduler): HistoryStore {
  return {
    ...store,
    read: (...values) => scheduler.schedule(Promise.resolve()).then(() => store.read(...values)),
    append: async (...values) => {
      await scheduler.schedule(Promise.resolve());
      const isAppended = await store.append(...values);
      await scheduler.schedule(Promise.resolve());
      return isAppended;
    },
  };
}

describe("a ceiling of a running total", () => {
  it("holds for 64 callers of two processes, in any order of answers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 64, maxLength: 64 }),
        async (scheduler, amounts) => {
          const memory = createMemoryHistories();
          const { one, other } = setUp(scheduled(memory, scheduler));
          const calling = amounts.map((amount, index) =>
            (index % 2 === 0 ? one : other).decide("h", ({ sum }) =>
              sum + amount <= 100
                ? { body: String(amount), answer: amount }
                : { body: undefined, answer: 0 },
            ),
          );

          await scheduler.waitFor(Promise.all(calling));

          const passed = (await Promise.all(calling)).reduce((sum, each) => sum + each, 0);
          const stored = await memory.read("h", 0, 99);
          expect(stored.reduce((sum, { body }) => sum + Number(body), 0)).toBe(passed);
          expect(passed).toBeLessThanOrEqual(100);
          expect(passed).toBeGreaterThan(91);
        },
      ),
      { numRuns: 40 },
    );
  });
});
