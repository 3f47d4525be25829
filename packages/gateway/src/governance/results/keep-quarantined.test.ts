import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createMemoryQuarantine } from "../../stores/memory/quarantine.ts";
import type { QuarantineStore } from "../../stores/quarantine-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { noon, quarantined } from "../../stores/suites/builders.ts";
import {
  forgetQuarantined,
  maxWaiting,
  type QuarantineConfig,
  QuarantineKeeper,
} from "./keep-quarantined.ts";

const all: QuarantineConfig = {
  retain: "all",
  retainForMs: 1_000,
  maxResults: 1_000,
  maxBytes: 1_048_576,
};

function setUp(settings: Partial<QuarantineConfig> = {}, more: Partial<QuarantineStore> = {}) {
  const store = { ...createMemoryQuarantine(), ...more };
  const logged: unknown[] = [];
  const log = (name: string, fields: object): void => void logged.push([name, fields]);
  const clock = createFakeClock();
  const keeper = new QuarantineKeeper({ ...all, ...settings }, { store, clock, log });
  const ids = async () => (await store.list({}, 999)).map(({ id }) => id);
  return { keeper, store, logged, ids, clock, log };
}

function some(count: number) {
  return Array.from({ length: count }, (_, index) =>
    quarantined({ id: `q-${index}`, at: noon + index }),
  );
}

describe("a keeper of quarantined results", () => {
  it("writes behind, and has written all once it is closed", async () => {
    const { keeper, ids } = setUp();

    for (const each of some(3)) keeper.keep(each);
    expect(await ids()).toEqual([]);
    await keeper[Symbol.asyncDispose]();

    expect(await ids()).toEqual(["q-2", "q-1", "q-0"]);
    expect(keeper.lost()).toBe(0);
  });

  it.each([
    ["none", []],
    ["all", ["q-0"]],
    [["get-forecast"], ["q-0"]],
    [["other"], []],
  ] as const)("keeps what `retain: %j` names", async (retain, expected) => {
    const { keeper, ids } = setUp({ retain });

    for (const each of some(1)) keeper.keep(each);
    await keeper[Symbol.asyncDispose]();

    expect(await ids()).toEqual(expected);
  });

  it("counts and logs what the store refuses, and goes on", async () => {
    let failures = 1;
    const { keeper, logged, store } = setUp();
    const keep: QuarantineStore["keep"] = async (result) => {
      failures -= 1;
      if (failures === 0) throw new StoreError("full");
      return store.keep(result);
    };
    const flaky = new QuarantineKeeper(all, {
      store: { ...store, keep },
      clock: createFakeClock(),
      log: (name, fields) => void logged.push([name, fields]),
    });
    await keeper[Symbol.asyncDispose]();

    const [first, second] = some(2);
    if (first !== undefined) flaky.keep(first);
    await new Promise(setImmediate);
    if (second !== undefined) flaky.keep(second);
    await flaky[Symbol.asyncDispose]();

    expect(flaky.lost()).toBe(1);
    expect(logged).toEqual([["quarantine.lost", { results: 1, because: "The store is full." }]]);
    expect((await store.list({}, 9)).map(({ id }) => id)).toEqual(["q-1"]);
  });

  it("drops what exceeds its queue, and says how much", async () => {
    const { keeper, ids, logged } = setUp();

    for (const each of some(maxWaiting + 5)) keeper.keep(each);
    expect(keeper.lost()).toBe(5);
    await keeper[Symbol.asyncDispose]();

    expect(await ids()).toHaveLength(maxWaiting);
    expect(keeper.lost()).toBe(5);
    expect(logged).toMatchObject([["quarantine.lost", { results: 5 }]]);
  });

  it("leaves the newest within the bounds, and logs it once a minute at most", async () => {
    const { keeper, ids, logged } = setUp({ maxResults: 2 });

    for (const each of some(4)) {
      keeper.keep(each);
      await new Promise(setImmediate);
    }
    expect(logged).toEqual([["quarantine.trimmed", { results: 1 }]]);
    await keeper[Symbol.asyncDispose]();

    expect(await ids()).toEqual(["q-3", "q-2"]);
    expect(logged).toEqual([
      ["quarantine.trimmed", { results: 1 }],
      ["quarantine.trimmed", { results: 1 }],
    ]);
  });
});

it("removes what has expired", async () => {
  const { store, clock, log, logged, ids } = setUp();
  await store.keep(quarantined({ id: "old", at: clock.now() - 2_000 }));
  await store.keep(quarantined({ id: "new", at: clock.now() }));

  const removing = forgetQuarantined({ store, forMs: 1_000, clock, log });
  await new Promise(setImmediate);
  await removing[Symbol.asyncDispose]();

  expect(await ids()).toEqual(["new"]);
  expect(logged).toEqual([["quarantine.pruned", { results: 1 }]]);
});
