import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { StoredTask, TaskChange, TaskStatus } from "../task-store.ts";
import { many, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<Pick<DurableStores, "tasks" | "personal">>;

const ada = { tenant: "acme", principal: "ada" } as const;
const lease = { now: noon, until: noon + 10_000 } as const;

function task(differences: Partial<StoredTask> = {}): StoredTask {
  return {
    ...ada,
    id: "t1",
    callId: "c1",
    server: "jobs",
    tool: "slow",
    contract: "sha256:one",
    input: "sha256:two",
    upstreamId: "theirs",
    status: "working",
    content: "{}",
    call: '{"v":1}',
    createdAt: noon,
    expiresAt: noon + 60_000,
    changedAt: noon,
    ...differences,
  };
}

function change(status: TaskStatus, differences: Partial<TaskChange> = {}): TaskChange {
  return {
    status,
    content: `{"of":"${status}"}`,
    changedAt: noon + 5,
    upstreamId: "theirs",
    call: '{"v":2}',
    restsUntil: 0,
    ...differences,
  };
}

/**
 * Tests the contract of every task store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeTaskStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeTaskStore(open: Open): void {
  describe("a task store", () => {
    describeFinding(open);
    describeChanging(open);
    describeEnding(open);
  });
}

function describeFinding(open: Open): void {
  it.each<Partial<StoredTask>>([
    {},
    { tenant: null, upstreamId: null },
    { principal: `o'dd "é" \u{1f600}`, content: String.raw`{"text":"\u0000 \r\n"}` },
  ])("returns what another handle added, unchanged: %#", async (differences) => {
    await using handles = await open();
    const added = task(differences);

    expect(await handles.first.tasks.add(added, 1)).toBe("added");

    expect(await handles.second.tasks.find("t1", added)).toStrictEqual(added);
  });

  it.each([
    { tenant: "acme", principal: "grace" },
    { tenant: "other", principal: "ada" },
    { tenant: null, principal: "ada" },
  ])("finds nothing for another owner: %j", async (owner) => {
    await using handles = await open();
    await handles.first.tasks.add(task(), 1);

    expect(await handles.first.tasks.find("t1", owner)).toBeUndefined();
    expect(await handles.first.tasks.find("t2", ada)).toBeUndefined();
    expect(await handles.first.tasks.find("x' OR '1'='1\0", ada)).toBeUndefined();
  });

  it("limits the live tasks of an owner, and counts no other's", async () => {
    await using handles = await open();
    const results = await Promise.all(
      many(6, "t").map((id, index) =>
        (index % 2 === 0 ? handles.first : handles.second).tasks.add(task({ id }), 2),
      ),
    );
    expect(results.filter((each) => each === "added")).toHaveLength(2);

    expect(await handles.first.tasks.add(task({ id: "g", principal: "grace" }), 1)).toBe("added");
    expect(await handles.first.tasks.add(task({ id: "n", tenant: null }), 1)).toBe("added");
    const late = task({ id: "late", createdAt: noon + 60_000, expiresAt: noon + 90_000 });
    expect(await handles.first.tasks.add(late, 1)).toBe("added");
  });

  it("loses the tasks of an erased person, in that tenant only", async () => {
    await using handles = await open();
    const { tasks, personal } = handles.first;
    await personal.put({ id: "p1", subject: "s1", salt: "", text: "ada" });
    await tasks.add(task(), 9);
    await tasks.add(task({ id: "t2", tenant: "other" }), 9);

    await personal.erase("s1", "acme");

    expect(await tasks.find("t1", ada)).toBeUndefined();
    expect(await tasks.find("t2", { tenant: "other", principal: "ada" })).toBeDefined();
  });
}

function describeChanging(open: Open): void {
  it("leases a task to one of many, and lets that one change it", async () => {
    await using handles = await open();
    await handles.first.tasks.add(task(), 1);

    const claims = await Promise.all(
      many(6, "").map((_, index) =>
        (index % 2 === 0 ? handles.first : handles.second).tasks.claim("t1", lease),
      ),
    );

    const [claimed, ...others] = claims.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({ id: "t1", fence: 1, wasLost: false, task: task() });
    if (claimed === undefined) return;
    expect(await handles.second.tasks.save(claimed, change("input_required"))).toBe(true);
    const { restsUntil: _restsUntil, ...changed } = change("input_required");
    expect(await handles.first.tasks.find("t1", ada)).toStrictEqual({ ...task(), ...changed });
    expect(await handles.second.tasks.save(claimed, change("completed"))).toBe(false);
  });

  it("lets a task rest, until it is woken", async () => {
    await using handles = await open();
    const { tasks } = handles.first;
    await tasks.add(task(), 1);
    const claimed = await tasks.claim("t1", lease);
    if (claimed !== undefined) {
      await tasks.save(claimed, change("working", { restsUntil: noon + 1_000 }));
    }

    expect(await tasks.claim("t1", { ...lease, now: noon + 999 })).toBeUndefined();
    await handles.second.tasks.wake("t1");

    expect(await tasks.claim("t1", { ...lease, now: noon + 999 })).toMatchObject({ fence: 2 });
    await tasks.wake("t1");
    expect(await tasks.claim("t1", { ...lease, now: noon + 9_999 })).toBeUndefined();
  });

  it("says that a lease was lost, and refuses what its holder saves late", async () => {
    await using handles = await open();
    const { tasks } = handles.first;
    await tasks.add(task(), 1);
    const lost = await tasks.claim("t1", lease);

    const next = { now: lease.until, until: lease.until + 9 };
    const again = await handles.second.tasks.claim("t1", next);

    expect(again).toMatchObject({ fence: 2, wasLost: true });
    expect(lost && (await tasks.save(lost, change("completed")))).toBe(false);
    expect(again && (await tasks.save(again, change("working")))).toBe(true);
    const third = { now: lease.until + 1, until: lease.until + 9 };
    expect(await tasks.claim("t1", third)).toMatchObject({ fence: 3, wasLost: false });
  });
}

function describeEnding(open: Open): void {
  it.each(["completed", "failed", "cancelled"] as const)(
    "neither leases nor counts a task that is %s, and keeps it readable",
    async (status) => {
      await using handles = await open();
      const { tasks } = handles.first;
      await tasks.add(task(), 1);
      expect(await tasks.liveCalls()).toEqual(["c1"]);
      const claimed = await tasks.claim("t1", lease);
      if (claimed !== undefined) await tasks.save(claimed, change(status));

      expect(await tasks.claim("t1", { ...lease, now: noon + 50_000 })).toBeUndefined();
      expect(await tasks.liveCalls()).toEqual([]);
      expect(await tasks.find("t1", ada)).toMatchObject({ status, call: '{"v":2}' });
      expect(await tasks.add(task({ id: "t2" }), 1)).toBe("added");
    },
  );

  it("returns overdue live tasks that are not leased, the oldest first", async () => {
    await using handles = await open();
    const { tasks } = handles.first;
    for (const [index, id] of ["old", "older", "leased", "young"].entries()) {
      const expiresAt = [noon + 20, noon + 10, noon + 15, noon + 1_000][index] ?? noon;
      await tasks.add(task({ id, expiresAt }), 9);
    }
    await tasks.claim("leased", { now: noon, until: noon + 500 });

    const due = async (now: number, max: number) =>
      (await handles.second.tasks.overdue(now, max)).map(({ id }) => id);

    expect(await due(noon + 30, 9)).toEqual(["older", "old"]);
    expect(await due(noon + 30, 1)).toEqual(["older"]);
    expect(await due(noon + 500, 9)).toEqual(["older", "leased", "old"]);
  });

  it("forgets ended tasks by their expiry, and no live ones", async () => {
    await using handles = await open();
    const { tasks } = handles.first;
    for (const id of ["live", "one", "two"]) await tasks.add(task({ id }), 9);
    await tasks.add(task({ id: "later", expiresAt: noon + 90_000 }), 9);
    for (const id of ["one", "two", "later"]) {
      const claimed = await tasks.claim(id, lease);
      if (claimed !== undefined) await tasks.save(claimed, change("completed"));
    }

    expect(await tasks.forget(noon + 60_000, 9)).toBe(0);
    expect(await tasks.forget(noon + 60_001, 1)).toBe(1);
    expect(await handles.second.tasks.forget(noon + 60_001, 9)).toBe(1);

    expect(await tasks.find("later", ada)).toBeDefined();
    expect(await tasks.find("live", ada)).toBeDefined();
  });
}
