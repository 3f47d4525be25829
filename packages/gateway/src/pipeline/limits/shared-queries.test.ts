import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { array, assert, asyncProperty, boolean, constantFrom, record, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryQueries } from "../../stores/memory/transient.ts";
import type { QueryStore } from "../../stores/query-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { Away } from "./away.ts";
import { LocalQueries, type Queries, type QueryCall } from "./queries.ts";
import { createSharedQueries } from "./shared-queries.ts";

type Fault = "none" | "unreachable" | "deaf";

/**
 * Sets up two processes on one store. A deaf store carries out requests, but its answers are lost.
 */
function setUp() {
  const clock = createFakeClock();
  const memory = createMemoryQueries(clock);
  const log: string[] = [];
  let fault: Fault = "none";
  let asked = 0;
  const store: QueryStore = {
    move: async (key, move) => {
      asked += 1;
      if (fault === "unreachable") throw new StoreError("unreachable");
      const moved = await memory.move(key, move);
      if (fault === "deaf") throw new StoreError("overdue");
      return moved;
    },
  };
  const open = (): Queries => {
    const away = new Away({
      clock,
      onAway: () => log.push("away"),
      onBack: () => log.push("back"),
    });
    return createSharedQueries({ store, clock, away });
  };
  const setFault = (next: Fault): void => {
    fault = next;
  };
  /** Restores the store and waits until a process notices. */
  const comesBack = async (queries: Queries): Promise<void> => {
    fault = "none";
    await clock.advance(1_000);
    await queries.take(`${clock.monotonic()}`, call());
    await clock.advance(0);
  };
  return { a: open(), b: open(), clock, log, setFault, comesBack, asked: () => asked };
}

let calls = 0;

function call(differences: { readonly tool?: string; readonly answers?: boolean } = {}): QueryCall {
  const { tool = "get-forecast", answers = false } = differences;
  calls += 1;
  return {
    callId: `call ${calls}`,
    registered: { publicName: tool },
    ...(answers && { resumption: {} }),
  };
}

/** Claims the query and releases it for this reason. */
async function takeAndLeave(queries: Queries, left: "asked" | "waits", of = call()) {
  const isTaken = await queries.take("q", of);
  await queries.leave("q", of, left);
  return isTaken;
}

describe("shared queries", () => {
  it("allow one call across processes", async () => {
    const { a, b } = setUp();

    expect(await a.take("q", call())).toBe(true);
    expect(await b.take("q", call())).toBe(false);
    expect(await b.take("other", call())).toBe(true);
  });

  it("allow one of many concurrent calls", async () => {
    const { a, b } = setUp();

    const taken = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (index % 2 === 0 ? a : b).take("q", call())),
    );

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("continue elsewhere after a tool asked, once, with answers, for the same tool", async () => {
    const { a, b } = setUp();
    await takeAndLeave(a, "asked");

    expect(await b.take("q", call())).toBe(false);
    expect(await b.take("q", call({ answers: true, tool: "another" }))).toBe(false);
    expect(await b.take("q", call({ answers: true }))).toBe(true);
    expect(await b.take("q", call({ answers: true }))).toBe(false);
    expect(await a.take("q", call({ answers: true }))).toBe(false);
  });

  it("continue in either process each time the tool asks", async () => {
    const { a, b } = setUp();

    const taken = [
      await takeAndLeave(a, "asked"),
      await takeAndLeave(b, "asked", call({ answers: true })),
      await takeAndLeave(a, "asked", call({ answers: true })),
      await a.take("q", call({ answers: true })),
      await b.take("q", call({ answers: true })),
    ];

    expect(taken).toEqual([true, true, true, true, false]);
  });

  it("allow only the same call again elsewhere while it waits for approval", async () => {
    const { a, b } = setUp();
    await takeAndLeave(a, "waits");

    expect(await b.take("q", call({ tool: "another" }))).toBe(false);
    expect(await takeAndLeave(b, "waits")).toBe(true);
    expect(await a.take("q", call())).toBe(true);
    expect(await b.take("q", call())).toBe(false);
  });

  it("are claimed by one of many concurrent answers to one process", async () => {
    const { a } = setUp();
    await takeAndLeave(a, "asked");

    const taken = await Promise.all(
      Array.from({ length: 20 }, async () => a.take("q", call({ answers: true }))),
    );

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("are refused synchronously by the process that claimed them", async () => {
    const { a, asked } = setUp();
    await a.take("q", call());
    const before = asked();

    expect(a.take("q", call())).toBe(false);
    expect(asked()).toBe(before);
  });

  it("are forgotten after an hour", async () => {
    const { a, b, clock } = setUp();
    await a.take("q", call());

    await clock.advance(3_600_000);

    expect(await a.take("q", call())).toBe(true);
    expect(await b.take("q", call())).toBe(false);
  });
});

const moment = record({
  atA: boolean(),
  answers: boolean(),
  tool: constantFrom("one", "two"),
  /** How the admitted call ends. */
  ends: constantFrom("asked", "waits", "answered"),
});

it("behave across processes like in a single one, for any sequence", async () => {
  await assert(
    asyncProperty(array(moment, { minLength: 2, maxLength: 12 }), async (moments) => {
      const { a, b, clock } = setUp();
      const one = new LocalQueries(clock);
      for (const { atA, ends, ...differences } of moments) {
        const next = call(differences);
        const queries = atA ? a : b;
        const isTaken = one.take("q", next);

        expect(await queries.take("q", next)).toBe(isTaken);
        if (!isTaken || ends === "answered") continue;
        one.leave("q", next, ends);
        await queries.leave("q", next, ends);
      }
    }),
  );
});

it("behave with an unreliable store like without one, in a single process", async () => {
  const faults = constantFrom<Fault>("none", "none", "unreachable", "deaf");
  const phase = record({ before: faults, meanwhile: faults, pause: constantFrom(0, 1_000) });
  await assert(
    asyncProperty(array(tuple(moment, phase), { minLength: 2, maxLength: 8 }), async (turns) => {
      const { a, clock, setFault } = setUp();
      const one = new LocalQueries(clock);
      for (const [{ ends, ...differences }, { before, meanwhile, pause }] of turns) {
        await clock.advance(pause);
        setFault(before);
        const next = call(differences);
        const isTaken = one.take("q", next);

        expect(await a.take("q", next)).toBe(isTaken);
        setFault(meanwhile);
        if (!isTaken || ends === "answered") continue;
        one.leave("q", next, ends);
        await a.leave("q", next, ends);
      }
    }),
    { numRuns: 2_000 },
  );
});

describe("shared queries without their store", () => {
  it("allow one call per process, with one warning each, and remember it afterwards", async () => {
    const { a, b, log, setFault, comesBack } = setUp();
    setFault("unreachable");

    const first = await Promise.all(Array.from({ length: 20 }, async () => a.take("q", call())));
    const other = a.take("other", call());
    const elsewhere = await b.take("q", call());
    await comesBack(a);

    expect(first.filter(Boolean)).toHaveLength(1);
    expect([other, elsewhere]).toEqual([true, true]);
    expect(log).toEqual(["away", "away", "back"]);
    expect(await a.take("q", call())).toBe(false);
    expect(await a.take("other", call())).toBe(false);
  });

  it("allow no second call after a first", async () => {
    const { a, setFault } = setUp();
    await a.take("q", call());
    setFault("unreachable");
    await a.take("other", call());

    expect(await a.take("q", call())).toBe(false);
  });

  it.each(["unreachable", "deaf"] as const)(
    "continue where they were asked, during the outage and afterwards: %s",
    async (fault) => {
      const { a, b, setFault, comesBack } = setUp();
      const first = call();
      await a.take("q", first);
      setFault(fault);

      await a.leave("q", first, "asked");
      const inTheDark = await takeAndLeave(a, "asked", call({ answers: true }));
      await comesBack(a);
      const simultaneous = await Promise.all([
        a.take("q", call({ answers: true })),
        a.take("q", call({ answers: true })),
      ]);

      expect(inTheDark).toBe(true);
      expect(simultaneous.toSorted()).toEqual([false, true]);
      expect(await b.take("q", call({ answers: true }))).toBe(false);
    },
  );

  it("allow one call if the release reached the store but its answer was lost", async () => {
    const { a, b, setFault, comesBack } = setUp();
    const first = call();
    await a.take("q", first);
    setFault("deaf");
    await a.leave("q", first, "asked");
    await comesBack(a);

    expect(await b.take("q", call({ answers: true }))).toBe(true);
    expect(await a.take("q", call({ answers: true }))).toBe(false);
  });

  it("allow a repeat if the store still has a question answered during the outage", async () => {
    const { a, setFault, comesBack } = setUp();
    await takeAndLeave(a, "asked");
    setFault("unreachable");
    await takeAndLeave(a, "waits", call({ answers: true }));
    await comesBack(a);

    expect(await a.take("q", call())).toBe(true);
    expect(await a.take("q", call())).toBe(false);
  });

  it("refuse other calls if the store missed the question", async () => {
    const { a, setFault, comesBack } = setUp();
    setFault("unreachable");
    await takeAndLeave(a, "asked");
    await comesBack(a);

    expect(await a.take("q", call())).toBe(false);
    expect(await a.take("q", call({ tool: "another", answers: true }))).toBe(false);
    expect(await a.take("q", call({ answers: true }))).toBe(true);
  });

  it("report claims made during the outage when they probe the store", async () => {
    const { a, b, clock, log, setFault } = setUp();
    setFault("unreachable");
    await a.take("first", call());
    setFault("none");
    await clock.advance(1_000);

    const taken = a.take("q", call());
    await clock.advance(0);

    expect(taken).toBe(true);
    expect(log).toEqual(["away", "back"]);
    expect(await b.take("q", call())).toBe(false);
  });

  it("also probe the store on a release", async () => {
    const { a, b, clock, log, setFault } = setUp();
    const first = call();
    await a.take("q", first);
    setFault("unreachable");
    await a.take("other", call());
    setFault("none");
    await clock.advance(1_000);

    await a.leave("q", first, "asked");
    await clock.advance(0);

    expect(log).toEqual(["away", "back"]);
    expect(await b.take("q", call({ answers: true }))).toBe(true);
  });

  it("do not accumulate state with each store failure", async () => {
    const clock = createFakeClock();
    let max = 0;
    const store: QueryStore = {
      move: async (_key, { from }) => {
        max = Math.max(max, from.length);
        throw new StoreError("unreachable");
      },
    };
    const queries = createSharedQueries({ store, clock, away: new Away({ clock }) });

    for (let times = 0; times < 50; times += 1) {
      await takeAndLeave(queries, "waits");
      await clock.advance(1_000);
    }

    expect(max).toBeLessThan(12);
  });
});
