import { describe, expect, it } from "vitest";
import type { ConnectionFilter, StoredConnection } from "../connection-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { bodies, broken } from "./approvals-given.ts";
import { connection, entry, many, noon } from "./builders.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

async function openWith(
  open: Open,
  ...connections: readonly Partial<StoredConnection>[]
): Promise<SuiteStore<DurableStores>> {
  const handles = await open();
  for (const each of connections) {
    const added = await handles.first.connections.add(connection(each), entry({ body: "added" }));
    expect(added).toBe("added");
  }
  return handles;
}

/**
 * Tests the contract of every connection store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeConnectionStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeConnectionStore(open: Open): void {
  describe("a connection store", () => {
    describeAdding(open);
    describeNames(open);
    describeFinding(open);
    describeReplacing(open);
    describeNotReplacing(open);
  });
}

function describeAdding(open: Open): void {
  it("returns an added connection with unusual values unchanged, and audits it", async () => {
    await using handles = await open();
    const odd = connection({
      name: `'; -- \u{1f600}`,
      settings: { kind: "static", levels: ["a", null, { b: 1.5 }], note: "\0 \ud800 é" },
      sealed: { token: "v1.abc", refresh_token: "v1.def" },
    });

    expect(await handles.first.connections.add(odd, entry({ body: "added" }))).toBe("added");

    expect(await handles.second.connections.find("c1")).toEqual(odd);
    expect(await bodies(handles)).toEqual(["added"]);
  });

  it("adds nothing when the audit entry fails", async () => {
    await using handles = await open();

    await expect(handles.first.connections.add(connection(), broken)).rejects.toBeInstanceOf(
      StoreError,
    );

    expect(await handles.first.connections.find("c1")).toBeUndefined();
    expect(await bodies(handles)).toEqual([]);
  });

  it.each([
    { case: "an id that is there", other: { name: "other" } },
    { case: "an id that is there, in another tenant", other: { tenant: "south", name: "other" } },
    { case: "a name that is there", other: { id: "c2" } },
  ])("does not add $case", async ({ other }) => {
    await using handles = await openWith(open, {});

    expect(await handles.second.connections.add(connection(other), entry())).toBe("taken");

    expect(await handles.first.connections.list({})).toEqual([connection()]);
    expect(await bodies(handles)).toEqual(["added"]);
  });
}

function describeNames(open: Open): void {
  it("allows the same name in another tenant, and after revocation", async () => {
    await using handles = await openWith(open, {}, { id: "c2", tenant: "south" });
    const revoked = connection({ status: "revoked", version: 2, sealed: {} });
    await handles.first.connections.replace(revoked, entry({ body: "revoked" }));

    const again = connection({ id: "c3" });
    expect(await handles.second.connections.add(again, entry({ body: "again" }))).toBe("added");
    expect(await handles.second.connections.add(connection({ id: "c4" }), entry())).toBe("taken");

    expect(
      (await handles.first.connections.list({ name: "petstore" })).map(({ id }) => id),
    ).toEqual(["c1", "c2", "c3"]);
  });

  it("gives a name to only one of many concurrent writers", async () => {
    await using handles = await open();

    const results = await Promise.all(
      many(10, "c").map((id, index) =>
        doorOf(handles, index).connections.add(connection({ id }), entry({ body: id })),
      ),
    );

    expect(results.filter((result) => result === "added")).toHaveLength(1);
    const [only, ...more] = await handles.first.connections.list({});
    expect(more).toEqual([]);
    expect(await bodies(handles)).toEqual([only?.id]);
  });
}

function doorOf({ first, second }: SuiteStore<DurableStores>, index: number): DurableStores {
  return index % 2 === 0 ? first : second;
}

function describeFinding(open: Open): void {
  it.each(["none", "c1' OR '1'='1", "\0"])("finds no connection under the id %j", async (id) => {
    await using handles = await openWith(open, {});

    expect(await handles.first.connections.find(id)).toBeUndefined();
  });

  it.each<{ readonly filter: ConnectionFilter; readonly ids: readonly string[] }>([
    { filter: {}, ids: ["c1", "c2", "c3", "c4"] },
    { filter: { tenant: "north" }, ids: ["c1", "c2"] },
    { filter: { tenant: "" }, ids: ["c4"] },
    { filter: { owner: "ada" }, ids: ["c1", "c3", "c4"] },
    { filter: { tenant: "north", owner: "grace" }, ids: ["c2"] },
    { filter: { tenant: "south", name: "petstore" }, ids: ["c3"] },
    { filter: { status: "expired" }, ids: ["c2"] },
    { filter: { tenant: "x' OR '1'='1" }, ids: [] },
    { filter: { name: "\0" }, ids: [] },
  ])("lists those of $filter, the oldest first", async ({ filter, ids }) => {
    await using handles = await openWith(
      open,
      { id: "c4", tenant: "", createdAt: noon + 2 },
      { id: "c3", tenant: "south", createdAt: noon + 1 },
      { id: "c1" },
      { id: "c2", name: "other", owner: "grace", status: "expired" },
    );

    const found = await handles.second.connections.list(filter);

    expect(found.map(({ id }) => id)).toEqual(ids);
  });
}

function describeReplacing(open: Open): void {
  it("replaces the preceding version", async () => {
    await using handles = await openWith(open, {}, { id: "c2", name: "other" });
    const next = connection({
      version: 2,
      status: "expired",
      settings: { kind: "oauth" },
      sealed: { token: "v1.next" },
      changedAt: noon + 5,
    });

    expect(await handles.second.connections.replace(next, entry({ body: "renewed" }))).toBe(
      "replaced",
    );

    expect(await handles.first.connections.find("c1")).toEqual(next);
    expect(await handles.first.connections.find("c2")).toMatchObject({ version: 1 });
    expect(await bodies(handles)).toEqual(["added", "added", "renewed"]);
  });

  it("writes no audit row without an entry", async () => {
    await using handles = await openWith(open, {});

    expect(await handles.first.connections.replace(connection({ version: 2 }))).toBe("replaced");

    expect(await bodies(handles)).toEqual(["added"]);
  });

  it.each([
    { case: "the same version", other: { version: 1 } },
    { case: "a version too far", other: { version: 3 } },
    { case: "one that is not there", other: { id: "c9", version: 2 } },
    { case: "one of another tenant", other: { tenant: "south", version: 2 } },
    { case: "an id that no store keeps", other: { id: "\0", version: 2 } },
  ])("reports overtaken for $case", async ({ other }) => {
    await using handles = await openWith(open, {});

    expect(await handles.first.connections.replace(connection(other), entry())).toBe("overtaken");

    expect(await handles.first.connections.list({})).toEqual([connection()]);
    expect(await bodies(handles)).toEqual(["added"]);
  });
}

function describeNotReplacing(open: Open): void {
  it("replaces nothing when the audit entry fails", async () => {
    await using handles = await openWith(open, {});

    const next = connection({ version: 2 });
    await expect(handles.first.connections.replace(next, broken)).rejects.toBeInstanceOf(
      StoreError,
    );

    expect(await handles.first.connections.find("c1")).toEqual(connection());
  });

  it("refuses the name of another connection", async () => {
    await using handles = await openWith(open, {}, { id: "c2", name: "other" });

    const renamed = connection({ id: "c2", version: 2 });
    await expect(handles.first.connections.replace(renamed, entry())).rejects.toBeInstanceOf(
      StoreError,
    );

    expect(await handles.first.connections.find("c2")).toMatchObject({ name: "other", version: 1 });
    expect(await bodies(handles)).toEqual(["added", "added"]);
  });

  it("lets one of many concurrent writers replace a version", async () => {
    await using handles = await openWith(open, {});

    const results = await Promise.all(
      many(10, "token").map((token, index) =>
        doorOf(handles, index).connections.replace(
          connection({ version: 2, sealed: { token } }),
          entry({ body: token }),
        ),
      ),
    );

    expect(results.filter((result) => result === "replaced")).toHaveLength(1);
    const winner = await handles.first.connections.find("c1");
    expect(await bodies(handles)).toEqual(["added", winner?.sealed["token"]]);
  });
}
