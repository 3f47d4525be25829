import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import {
  connection,
  entry,
  many,
  noon,
  result,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { createFakeClock, type FakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CosmosFixture, CosmosOptions } from "../testing/cosmos.ts";
import {
  createStoresFixture,
  type DoorDeps,
  mayByRole,
  openDoor,
} from "../testing/cosmos-doors.ts";
import { fetchFrom } from "../testing/cosmos-fetch.ts";

interface Opened extends Pick<DurableStores, "audit" | "connections" | "policies" | "results"> {
  readonly fixture: CosmosFixture;
  readonly clock: FakeClock;
  readonly home: DurableStores;
}

const deadlineMs = 800;

async function opened(
  options: Partial<CosmosOptions> = {},
  deps: Partial<DoorDeps> = {},
): Promise<Opened> {
  const clock = createFakeClock(noon);
  const fixture = createStoresFixture({ now: clock.now, ...options });
  const home = openMemoryStores({ link });
  const stores = await openDoor({ clock, fixture, home, deadlineMs, ...deps });
  return { ...stores, fixture, clock, home };
}

async function bodiesOf({ home }: Opened): Promise<readonly string[]> {
  return (await home.audit.read(1, 1_000)).map(({ body }) => body);
}

describe("a throttled account", () => {
  it("is asked again after the time that it names", async () => {
    const door = await opened();
    door.fixture.troubles.push({ status: 429, retryAfterMs: 300 });

    const finding = door.connections.find("c1");
    await door.clock.advance(299);
    const before = door.fixture.seen.length;
    await door.clock.advance(1);

    expect(await finding).toBeUndefined();
    expect(door.fixture.seen.length).toBe(before + 1);
  });

  it("ends a write at the store's deadline, with a bounded number of requests", async () => {
    const door = await opened();
    const before = door.fixture.seen.length;
    door.fixture.troubles.push(...many(500, "").map(() => ({ status: 429, retryAfterMs: 100 })));

    const adding = door.connections.add(connection(), entry());
    const failed = adding.catch((error: unknown) => error);
    await door.clock.advance(deadlineMs);
    expect(await failed).toMatchObject({ name: "StoreError", kind: "overdue" });

    expect(door.fixture.seen.length - before).toBeLessThanOrEqual(8);
    door.fixture.troubles.length = 0;
    expect(await door.connections.find("c1")).toBeUndefined();
    expect(await bodiesOf(door)).toEqual([]);
  });
});

describe("a short outage", () => {
  it.each([408, 410, 449, 503])("of status %i is passed over once", async (status) => {
    const door = await opened();
    door.fixture.troubles.push({ status });

    const adding = door.connections.add(connection(), entry());
    await door.clock.advance(100);

    expect(await adding).toBe("added");
  });

  it.each([
    [410, "unreachable"],
    [503, "unreachable"],
    [401, "failed"],
    [403, "failed"],
  ])("of status %i that lasts is reported as %s", async (status, kind) => {
    const door = await opened();
    door.fixture.troubles.push({ status }, { status });

    const failed = door.connections.find("c1").catch((error: unknown) => error);
    await door.clock.advance(100);
    expect(await failed).toMatchObject({ kind });
  });

  it("does not take its own first attempt for another writer's", async () => {
    const clock = createFakeClock(noon);
    const fixture = createStoresFixture();
    // Each first write takes effect, but its answer is lost on the way.
    let isLost = true;
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const reply = await fetchFrom(fixture)(url, request);
      const isWrite = request.method !== "GET" && !("x-ms-documentdb-isquery" in request.headers);
      if (!isWrite || reply.status >= 400) return reply;
      isLost = !isLost;
      return isLost ? reply : { ...reply, status: 503, text: async () => '{"message":"lost"}' };
    };
    const home = openMemoryStores({ link });
    const door = await openDoor({ clock, fixture, home, deadlineMs, fetch });
    const patiently = async <Value>(work: Promise<Value>): Promise<Value> => {
      await clock.advance(500);
      return work;
    };

    const next = connection({ version: 2 });
    const policy = { version: "one", text: "# one\n", by: "grace", at: noon };
    const put = { replaces: undefined, entry: entry({ body: "put" }) };
    const key = { owner: { tenant: "", connection: "c1" }, version: 1, wrappedBy: 1 };
    expect(await patiently(door.connections.add(connection(), entry()))).toBe("added");
    expect(await patiently(door.connections.replace(next, entry()))).toBe("replaced");
    expect(await patiently(door.policies.put(policy, put))).toBe("put");
    expect(await patiently(door.results.keep(result()))).toBe("kept");
    expect(await patiently(door.keys.insert({ ...key, bytes: Uint8Array.of(1) }))).toBe(true);
    expect(await patiently(door.connections.find("c1"))).toEqual(next);
    expect(await patiently(door.policies.newest())).toEqual(policy);
  });
});

describe("a lost container", () => {
  it("is no answer to a write", async () => {
    const door = await opened();
    const lost = { status: 404 };
    const failed = { kind: "failed" };

    door.fixture.troubles.push(lost);
    await expect(door.connections.add(connection(), entry())).rejects.toMatchObject(failed);
    door.fixture.troubles.push(lost);
    await expect(door.results.keep(result())).rejects.toMatchObject(failed);
  });
});

describe("the answer to a batch", () => {
  it.each([
    ["no results", "[]"],
    ["one result of two", '[{"statusCode":201}]'],
    ["no operation that failed", '[{"statusCode":424},{"statusCode":424}]'],
  ])("with %s is no success", async (_, body) => {
    const fixture = createStoresFixture();
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const reply = await fetchFrom(fixture)(url, request);
      const isBatch = "x-ms-cosmos-is-batch-request" in request.headers;
      return isBatch ? { ...reply, status: 207, text: async () => body } : reply;
    };
    const door = await opened({}, { fixture, fetch });

    const adding = door.connections.add(connection(), entry());
    await expect(adding).rejects.toMatchObject({ kind: "failed" });
    expect(await bodiesOf(door)).toEqual([]);
  });
});

describe("a slow token", () => {
  it.each([
    ["write", ({ connections }: Opened) => connections.add(connection(), entry())],
    ["query", ({ connections }: Opened) => connections.list({})],
  ])("lets no %s be sent after its deadline", async (_, work) => {
    const slow = Promise.withResolvers<undefined>();
    let isSlow = false;
    const token = async () => {
      if (isSlow) await slow.promise;
      return { token: "t", refused: () => undefined };
    };
    const door = await opened({}, { token });
    isSlow = true;
    const before = door.fixture.seen.length;

    const failed = work(door).catch((error: unknown) => error);
    await door.clock.advance(deadlineMs);
    expect(await failed).toMatchObject({ kind: "overdue" });
    slow.resolve(undefined);
    await door.clock.advance(deadlineMs);

    expect(door.fixture.seen.slice(before)).toEqual([]);
  });
});

describe("a failed batch", () => {
  const failing: Readonly<Record<string, (door: Opened) => Promise<unknown>>> = {
    "an added connection whose name is taken": (door) =>
      door.connections.add(connection({ id: "c3" }), entry({ body: "failed" })),
    "a connection that takes the name of another": (door) =>
      door.connections
        .replace(connection({ id: "c2", version: 2 }), entry({ body: "failed" }))
        .catch(() => undefined),
  };

  it.each(Object.entries(failing))("leaves nothing of %s", async (_, fail) => {
    const door = await opened();
    await door.connections.add(connection(), entry({ body: "added" }));
    await door.connections.add(connection({ id: "c2", name: "other" }), entry({ body: "added" }));
    const before = door.fixture.items.all("connections");

    await fail(door);

    expect(door.fixture.items.all("connections")).toEqual(before);
    expect(await bodiesOf(door)).toEqual(["added", "added"]);
  });

  it("leaves nothing of the name that an overtaken writer wanted", async () => {
    const door = await opened();
    await door.connections.add(connection(), entry());
    const renaming = ["first", "second"].map((name) =>
      door.connections.replace(connection({ version: 2, name }), entry({ body: name })),
    );

    expect((await Promise.all(renaming)).toSorted()).toEqual(["overtaken", "replaced"]);

    const { name } = (await door.connections.find("c1")) ?? {};
    expect(await bodiesOf(door)).toEqual([entry().body, name]);
    expect(door.fixture.items.all("connections")).toHaveLength(2);
    const free = name === "first" ? "second" : "first";
    expect(await door.connections.add(connection({ id: "c2", name: free }), entry())).toBe("added");
  });
});

describe("a policy that the head names", () => {
  it("is damage if it is not there", async () => {
    const door = await opened();
    const policy = { version: "one", text: "# one\n", by: "grace", at: noon };
    await door.policies.put(policy, { replaces: undefined, entry: entry() });
    const partition = { container: "policies", value: "all" };
    door.fixture.items.run(partition, { type: "Delete", id: "policy.1" });

    await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });
  });
});

describe("a hundred writers", () => {
  it("give one name to one connection", async () => {
    const door = await opened();
    const adding = many(100, "c").map((id) =>
      door.connections.add(connection({ id }), entry({ body: id })),
    );

    const added = (await Promise.all(adding)).filter((each) => each === "added");

    expect(added).toHaveLength(1);
    expect(await door.connections.list({})).toHaveLength(1);
    expect(await bodiesOf(door)).toHaveLength(1);
    // A failed batch leaves nothing: one row and one name.
    expect(door.fixture.items.all("connections")).toHaveLength(2);
  });

  it("replace one version once", async () => {
    const door = await opened();
    await door.connections.add(connection(), entry({ body: "added" }));
    const replacing = many(100, "t").map((token) =>
      door.connections.replace(
        connection({ version: 2, sealed: { token } }),
        entry({ body: token }),
      ),
    );

    const replaced = (await Promise.all(replacing)).filter((each) => each === "replaced");

    expect(replaced).toHaveLength(1);
    const winner = await door.connections.find("c1");
    expect(await bodiesOf(door)).toEqual(["added", winner?.sealed["token"]]);
  });
});

/** A log that fails in one way, as often as it is told. */
async function withLog(...faults: readonly StoreError[]) {
  return withLogAnd({}, ...faults);
}

async function withLogAnd(deps: Partial<DoorDeps>, ...faults: readonly StoreError[]) {
  const home = openMemoryStores({ link });
  const left = [...faults];
  const append: typeof home.audit.append = async (...args) => {
    const fault = left.shift();
    if (fault !== undefined) throw fault;
    return home.audit.append(...args);
  };
  const door = await opened({}, { ...deps, home: { ...home, audit: { ...home.audit, append } } });
  return { ...door, home };
}

describe("an entry that a reader appends", () => {
  it("is reported for the copy of the log, and that of a writer is not", async () => {
    const reported: AuditEntry[] = [];
    const onSettled = async (each: AuditEntry) => void reported.push(each);
    const door = await withLogAnd({ onSettled }, new StoreError("overdue"));
    const adding = door.connections.add(connection(), entry({ body: "added" }));
    await expect(adding).rejects.toMatchObject({ kind: "overdue" });

    await Promise.all([door.connections.find("c1"), door.connections.list({})]);
    await door.connections.replace(connection({ version: 2 }), entry({ body: "pushed" }));
    await door.connections.find("c1");

    expect(await bodiesOf(door)).toEqual(["added", "pushed"]);
    expect(reported.map(({ body }) => body)).toEqual([expect.stringContaining('"added"')]);
  });

  it("is not used before it is copied, and is appended once", async () => {
    let failures = 2;
    let copies = 0;
    const onSettled = async () => {
      if (failures > 0) {
        failures -= 1;
        throw new StoreError("full");
      }
      copies += 1;
    };
    const door = await withLogAnd({ onSettled }, new StoreError("overdue"));
    const adding = door.connections.add(connection(), entry({ body: "added" }));
    await expect(adding).rejects.toMatchObject({ kind: "overdue" });

    for (const _ of [1, 2]) {
      await expect(door.connections.find("c1")).rejects.toMatchObject({ kind: "full" });
    }
    expect(await door.connections.find("c1")).toEqual(connection());
    await door.connections.find("c1");

    expect(copies).toBe(1);
    expect(await bodiesOf(door)).toEqual(["added"]);
  });
});

describe("a row that owes its entry", () => {
  it("is settled by its first reader, if the writer does not know what the log has", async () => {
    const door = await withLog(new StoreError("overdue"));

    const adding = door.connections.add(connection(), entry({ body: "added" }));
    await expect(adding).rejects.toMatchObject({ kind: "overdue" });
    expect(await bodiesOf(door)).toEqual([]);

    expect(await door.connections.find("c1")).toEqual(connection());
    expect(await bodiesOf(door)).toEqual(["added"]);
  });

  it("is not returned while the log refuses its entry", async () => {
    const door = await withLog(new StoreError("overdue"), new StoreError("full"));
    const adding = door.connections.add(connection(), entry());
    await expect(adding).rejects.toMatchObject({ kind: "overdue" });

    await expect(door.connections.list({})).rejects.toMatchObject({ kind: "full" });
    expect(await door.connections.list({})).toEqual([connection()]);
  });

  it("has its entry appended once by concurrent readers of one gateway", async () => {
    const door = await withLog(new StoreError("overdue"));
    const adding = door.connections.add(connection(), entry({ body: "added" }));
    await expect(adding).rejects.toMatchObject({ kind: "overdue" });

    await Promise.all(many(20, "").map(() => door.connections.find("c1")));

    expect(await bodiesOf(door)).toEqual(["added"]);
  });

  it.each(["unreachable", "failed", "corrupt", "exposed", "overdue"] as const)(
    "stays if the log has its entry and then answers with %s",
    async (kind) => {
      const home = openMemoryStores({ link });
      // The answer to the first append after this is lost on the way.
      let isLost = false;
      const append: typeof home.audit.append = async (...args) => {
        const rows = await home.audit.append(...args);
        if (!isLost) return rows;
        isLost = false;
        throw new StoreError(kind);
      };
      const door = await opened({}, { home: { ...home, audit: { ...home.audit, append } } });
      await door.connections.add(connection(), entry({ body: "added" }));
      const revoked = connection({ version: 2, status: "revoked", sealed: {} });
      const policy = { version: "one", text: "# one\n", by: "grace", at: noon };
      const put = { replaces: undefined, entry: entry({ body: "put" }) };

      isLost = true;
      const revoking = door.connections.replace(revoked, entry({ body: "revoked" }));
      await expect(revoking).rejects.toMatchObject({ kind });
      isLost = true;
      await expect(door.policies.put(policy, put)).rejects.toMatchObject({ kind });

      expect(await door.connections.find("c1")).toEqual(revoked);
      expect(await door.policies.newest()).toEqual(policy);
    },
  );

  it("is gone, with its name, if the log refuses the entry of an added one", async () => {
    const door = await withLog(new StoreError("full"));
    const adding = door.connections.add(connection(), entry());
    await expect(adding).rejects.toMatchObject({ kind: "full" });

    expect(door.fixture.items.all("connections")).toEqual([]);
  });
});

describe("results", () => {
  it("leave by their time to live, a day after their term", async () => {
    const door = await opened({}, { resultsForMs: 3_600_000 });
    await door.results.keep(result());

    await door.clock.advance(90_000_000 - 1);
    expect(await door.results.find("call-1")).toEqual(result());
    await door.clock.advance(1);
    expect(await door.results.find("call-1")).toBeUndefined();
    expect(await door.results.list({}, 10)).toEqual([]);
  });

  it("over 1.5 MB are kept in parts, and leave whole", async () => {
    const door = await opened();
    const output = JSON.stringify(`x${"\u{1f600}".repeat(900_000)}`);
    await door.results.keep(result({ output }));

    expect((await door.results.find("call-1"))?.output === output).toBe(true);
    expect(door.fixture.items.all("results").length).toBeGreaterThan(2);
    expect(await door.results.list({}, 10)).toHaveLength(1);
    expect(await door.results.keep(result({ output }))).toBe("kept");
    expect(await door.results.keep(result({ output: `${output} ` }))).toBe("taken");
    expect(await door.results.forget(noon + 1, 10)).toBe(1);
    expect(await door.results.find("call-1")).toBeUndefined();
  });

  it("cannot be replaced or deleted under the gateway's role", async () => {
    const { results, fixture } = await opened({ may: mayByRole });
    await results.keep(result());
    const partition = { container: "results", value: "call-1" };
    const body = { id: "result", callId: "call-1" };

    expect(fixture.items.run(partition, { type: "Replace", body }).status).toBe(403);
    expect(fixture.items.run(partition, { type: "Delete", id: "result" }).status).toBe(403);
    expect(await results.forget(noon + 1, 10)).toBe(0);
    expect(await results.find("call-1")).toEqual(result());
  });
});
