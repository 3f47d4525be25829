import { array, assert, asyncProperty, boolean, constantFrom, record, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryQueries } from "../../stores/memory/queries.ts";
import type { QueryStore } from "../../stores/query-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createAway } from "./away.ts";
import { createLocalQueries } from "./local-queries.ts";
import type { Queries, QueryCall } from "./queries.ts";
import { createSharedQueries } from "./shared-queries.ts";

type Fault = "none" | "unreachable" | "deaf";

/** Two processes on one store. One that is deaf does what it is asked, and nobody hears of it. */
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
    const away = createAway({
      clock,
      onAway: () => log.push("away"),
      onBack: () => log.push("back"),
    });
    return createSharedQueries({ store, clock, away });
  };
  const setFault = (next: Fault): void => {
    fault = next;
  };
  /** Has the store answer again, and one who looks for itself hear of it. */
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

/** Takes the query, and leaves it for that reason. */
async function takeAndLeave(queries: Queries, left: "asked" | "waits", of = call()) {
  const isTaken = await queries.take("q", of);
  await queries.leave("q", of, left);
  return isTaken;
}

describe("queries that processes share", () => {
  it("have one call, wherever it is made", async () => {
    const { a, b } = setUp();

    expect(await a.take("q", call())).toBe(true);
    expect(await b.take("q", call())).toBe(false);
    expect(await b.take("other", call())).toBe(true);
  });

  it("have one call of many that are made at once", async () => {
    const { a, b } = setUp();

    const taken = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (index % 2 === 0 ? a : b).take("q", call())),
    );

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("go on elsewhere when a tool has asked, once, with answers, for the same tool", async () => {
    const { a, b } = setUp();
    await takeAndLeave(a, "asked");

    expect(await b.take("q", call())).toBe(false);
    expect(await b.take("q", call({ answers: true, tool: "another" }))).toBe(false);
    expect(await b.take("q", call({ answers: true }))).toBe(true);
    expect(await b.take("q", call({ answers: true }))).toBe(false);
    expect(await a.take("q", call({ answers: true }))).toBe(false);
  });

  it("go on from one to the other for every time the tool asks", async () => {
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

  it("may be made again elsewhere while they wait for a yes, and no other call", async () => {
    const { a, b } = setUp();
    await takeAndLeave(a, "waits");

    expect(await b.take("q", call({ tool: "another" }))).toBe(false);
    expect(await takeAndLeave(b, "waits")).toBe(true);
    expect(await a.take("q", call())).toBe(true);
    expect(await b.take("q", call())).toBe(false);
  });

  it("are taken up by one of many who bring answers to one process at once", async () => {
    const { a } = setUp();
    await takeAndLeave(a, "asked");

    const taken = await Promise.all(
      Array.from({ length: 20 }, async () => a.take("q", call({ answers: true }))),
    );

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("are refused at once by whoever took them", async () => {
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
  /** How the call ends that is let through. */
  ends: constantFrom("asked", "waits", "answered"),
});

it("are given to several processes as one would give them, whatever comes in turn", async () => {
  await assert(
    asyncProperty(array(moment, { minLength: 2, maxLength: 12 }), async (moments) => {
      const { a, b, clock } = setUp();
      const one = createLocalQueries(clock);
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

it("are given by one process whose store comes and goes as by one that has none", async () => {
  const faults = constantFrom<Fault>("none", "none", "unreachable", "deaf");
  const phase = record({ before: faults, meanwhile: faults, pause: constantFrom(0, 1_000) });
  await assert(
    asyncProperty(array(tuple(moment, phase), { minLength: 2, maxLength: 8 }), async (turns) => {
      const { a, clock, setFault } = setUp();
      const one = createLocalQueries(clock);
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

describe("queries whose store is away", () => {
  it("have one call in each process, which each says once and still knows afterwards", async () => {
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

  it("have no second call where they had one before", async () => {
    const { a, setFault } = setUp();
    await a.take("q", call());
    setFault("unreachable");
    await a.take("other", call());

    expect(await a.take("q", call())).toBe(false);
  });

  it.each(["unreachable", "deaf"] as const)(
    "go on where they were asked, in the dark and afterwards: %s",
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

  it("have one call where the question was put although nobody heard that it was", async () => {
    const { a, b, setFault, comesBack } = setUp();
    const first = call();
    await a.take("q", first);
    setFault("deaf");
    await a.leave("q", first, "asked");
    await comesBack(a);

    expect(await b.take("q", call({ answers: true }))).toBe(true);
    expect(await a.take("q", call({ answers: true }))).toBe(false);
  });

  it("may be made again where the store still has a question that was answered in the dark", async () => {
    const { a, setFault, comesBack } = setUp();
    await takeAndLeave(a, "asked");
    setFault("unreachable");
    await takeAndLeave(a, "waits", call({ answers: true }));
    await comesBack(a);

    expect(await a.take("q", call())).toBe(true);
    expect(await a.take("q", call())).toBe(false);
  });

  it("are not given to another call where the store has not heard of the question", async () => {
    const { a, setFault, comesBack } = setUp();
    setFault("unreachable");
    await takeAndLeave(a, "asked");
    await comesBack(a);

    expect(await a.take("q", call())).toBe(false);
    expect(await a.take("q", call({ tool: "another", answers: true }))).toBe(false);
    expect(await a.take("q", call({ answers: true }))).toBe(true);
  });

  it("tell the store what was taken meanwhile when they look for it again", async () => {
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

  it("look for it again with a question too", async () => {
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

  it("do not remember more with every time that the store fails", async () => {
    const clock = createFakeClock();
    let most = 0;
    const store: QueryStore = {
      move: async (_key, { from }) => {
        most = Math.max(most, from.length);
        throw new StoreError("unreachable");
      },
    };
    const queries = createSharedQueries({ store, clock, away: createAway({ clock }) });

    for (let times = 0; times < 50; times += 1) {
      await takeAndLeave(queries, "waits");
      await clock.advance(1_000);
    }

    expect(most).toBeLessThan(12);
  });
});
