import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import { approval, connection, draft, entry, noon, personal } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

/**
 * Tests the contract of every personal store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describePersonalStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describePersonalStore(open: OpenSuiteStore<DurableStores>): void {
  describe("a personal store", () => {
    it("returns a stored field", async () => {
      await using handles = await open();
      await handles.first.personal.put(personal());

      expect(await handles.second.personal.find("p1")).toEqual(personal());
      expect(await handles.second.personal.find("p2")).toBeUndefined();
    });

    it("never overwrites a field", async () => {
      await using handles = await open();
      await handles.first.personal.put(personal());
      await handles.first.personal.put(personal({ text: "somebody else" }));

      expect(await handles.first.personal.find("p1")).toEqual(personal());
    });

    it("erases everything of a subject, and nothing of another", async () => {
      await using handles = await open();
      await handles.first.personal.put(personal());
      await handles.first.personal.put(personal({ id: "p2" }));
      await handles.first.personal.put(personal({ id: "p3", subject: "subject-2" }));

      expect(await handles.second.personal.erase("subject-1", "")).toBe(2);

      expect(await handles.first.personal.find("p1")).toBeUndefined();
      expect(await handles.first.personal.find("p2")).toBeUndefined();
      expect(await handles.first.personal.find("p3")).toBeDefined();
    });
    describeErasing(open);
    describeErasingInOneTenant(open);
  });
}

function describeErasing(open: OpenSuiteStore<DurableStores>): void {
  it("erases a subject's requests, and its name where it approved", async () => {
    await using handles = await open();
    const { personal: fields, approvals } = handles.first;
    await fields.put(personal());
    await fields.put(personal({ id: "p2", subject: "subject-2", text: "grace" }));
    const limit = { max: 10, entry: entry() };
    await approvals.add(approval({ id: "hers", requester: "Ada Lovelace" }), limit);
    await approvals.add(approval({ id: "other", requester: "grace" }), limit);
    const decision = { to: "approved", by: "Ada Lovelace", at: noon } as const;
    await approvals.decide("other", decision, entry());

    await handles.second.personal.erase("subject-1", "");

    expect(await approvals.find("hers")).toBeUndefined();
    expect(await approvals.find("other")).toMatchObject({
      requester: "grace",
      decidedBy: "subject-1",
      yeses: [{ by: "subject-1", at: noon }],
    });
  });

  it("erases the connections of a subject with their keys, and its name in drafts", async () => {
    await using handles = await open();
    const { personal: fields, connections, keys, drafts } = handles.first;
    await fields.put(personal());
    await connections.add(connection({ owner: "Ada Lovelace" }), entry());
    await connections.add(connection({ id: "c2", name: "other", owner: "grace" }), entry());
    for (const each of ["c1", "c2"]) {
      const owner = { tenant: "north", connection: each };
      await keys.insert({ owner, version: 1, wrappedBy: 1, bytes: Uint8Array.of(1) });
    }
    const decision = '{"by":"Ada Lovelace","at":1}';
    await drafts.put([{ draft: draft({ state: "approved", decision }) }], [entry()]);

    await handles.second.personal.erase("subject-1", "north");

    expect((await connections.list({})).map(({ id }) => id)).toEqual(["c2"]);
    expect(await keys.newest({ tenant: "north", connection: "c1" })).toBeUndefined();
    expect(await keys.newest({ tenant: "north", connection: "c2" })).toBeDefined();
    expect(await drafts.find("petstore", "get_pet")).toEqual(
      draft({ state: "approved", decision: '{"by":"subject-1","at":1}' }),
    );
  });

  it("erases nothing for an unknown subject", async () => {
    await using handles = await open();
    await handles.first.personal.put(personal());

    expect(await handles.first.personal.erase("x' OR '1'='1", "")).toBe(0);
    expect(await handles.first.personal.find("p1")).toBeDefined();
  });
}

function describeErasingInOneTenant(open: OpenSuiteStore<DurableStores>): void {
  it("erases the name and the roles of an approver in their own tenant only", async () => {
    await using handles = await open();
    const { personal: fields, approvals } = handles.first;
    await fields.put(personal());
    const limit = { max: 10, entry: entry() };
    const by = "Ada Lovelace";
    const given = { to: "approved", by, at: noon, roles: ["lead", by] } as const;
    for (const tenant of ["north", "south", null]) {
      await approvals.add(approval({ id: `in ${tenant}`, requester: "grace", tenant }), limit);
      await approvals.decide(`in ${tenant}`, given, entry());
    }

    await handles.second.personal.erase("subject-1", "north");

    expect(await approvals.find("in north")).toMatchObject({
      decidedBy: "subject-1",
      yeses: [{ by: "subject-1", at: noon, roles: [] }],
    });
    for (const id of ["in south", "in null"]) {
      const kept = { decidedBy: by, yeses: [{ by, at: noon, roles: ["lead", by] }] };
      expect(await approvals.find(id)).toMatchObject(kept);
    }
  });

  it("keeps the data of a person with the same name in another tenant", async () => {
    await using handles = await open();
    const { personal: fields, approvals, connections, keys } = handles.first;
    await fields.put(personal());
    const limit = { max: 10, entry: entry() };
    const owner = "Ada Lovelace";
    for (const tenant of ["north", "south", null]) {
      await approvals.add(approval({ id: `in ${tenant}`, requester: owner, tenant }), limit);
    }
    for (const [id, tenant] of [
      ["c1", "north"],
      ["c2", "south"],
    ] as const) {
      await connections.add(connection({ id, owner, tenant }), entry());
      const of = { tenant, connection: id };
      await keys.insert({ owner: of, version: 1, wrappedBy: 1, bytes: Uint8Array.of(1) });
    }

    await handles.second.personal.erase("subject-1", "north");

    const ids = (await approvals.list({ max: 9 })).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(["in null", "in south"]);
    expect((await connections.list({})).map(({ id }) => id)).toEqual(["c2"]);
    expect(await keys.newest({ tenant: "south", connection: "c2" })).toBeDefined();
  });
}
