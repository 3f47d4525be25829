import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { GrantEnding } from "../grant-store.ts";
import { StoreError } from "../store-error.ts";
import { bodies, broken } from "./approvals-given.ts";
import { entry, grant, intent, many, noon } from "./builders.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

const given = { max: 3, entry: entry({ body: "given" }) };
const holder = { principal: "ada", tenant: null, server: "bank" };
const revoked = { to: "revoked", by: "olga", at: noon + 2 } as const satisfies GrantEnding;
const expired = { to: "expired", at: noon + 3_600_000 } as const satisfies GrantEnding;
const use = { id: "g1", at: noon + 1 };

/**
 * Tests the contract of every grant store. The store must be opened with the suites' own `link`.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeGrantStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeGrantStore(open: Open): void {
  describe("a grant store", () => {
    describeFinding(open);
    describeListing(open);
    describeUsing(open);
    describeEnding(open);
    describeForgetting(open);
    describeRaces(open);
  });
}

async function openWithGrant(open: Open): Promise<SuiteStore<DurableStores>> {
  const handles = await open();
  await handles.first.grants.add(grant(), given);
  return handles;
}

function describeFinding(open: Open): void {
  it("returns a grant as it was added, and audits it", async () => {
    await using handles = await open();
    const full = grant({ tenant: "north", condition: "args.amount < 10.0", giverRoles: ["lead"] });

    expect(await handles.first.grants.add(full, given)).toBe("added");

    expect(await handles.second.grants.find("g1")).toEqual(full);
    expect(await bodies(handles)).toEqual(["given"]);
  });

  it("finds no grant of another tenant, and no unknown one", async () => {
    await using handles = await openWithGrant(open);
    const { grants } = handles.first;

    expect(await grants.find("g1", { tenant: null })).toEqual(grant());
    expect(await grants.find("g1", { tenant: "north" })).toBeUndefined();
    expect(await grants.find("g1\0")).toBeUndefined();
    expect(await grants.find("x' OR '1'='1")).toBeUndefined();
  });

  it("adds no more than the maximum for one principal, and counts no overdue one", async () => {
    await using handles = await open();
    const { grants } = handles.first;
    await grants.add(grant({ id: "g0", expiresAt: noon }), given);
    for (const id of ["g1", "g2", "g3"]) await grants.add(grant({ id }), given);

    expect(await grants.add(grant({ id: "g4" }), given)).toBe("too-many");
    expect(await grants.add(grant({ id: "g5", tenant: "north" }), given)).toBe("added");
    expect(await grants.add(grant({ id: "g6", principal: "alan" }), given)).toBe("added");
    expect(await grants.find("g4")).toBeUndefined();
  });

  it("adds nothing when the audit entry fails, and no id twice", async () => {
    await using handles = await openWithGrant(open);
    const { grants } = handles.first;

    const failing = grants.add(grant({ id: "g2" }), { max: 3, entry: broken });
    await expect(failing).rejects.toBeInstanceOf(StoreError);
    await expect(grants.add(grant(), given)).rejects.toBeInstanceOf(StoreError);

    expect(await grants.find("g2")).toBeUndefined();
    expect(await bodies(handles)).toEqual(["given"]);
  });
}

function describeListing(open: Open): void {
  it("lists the active grants of a holder, the first to expire first", async () => {
    await using handles = await open();
    const { grants } = handles.first;
    const ten = { ...given, max: 10 };
    await grants.add(grant({ id: "g1" }), ten);
    await grants.add(grant({ id: "g2", expiresAt: noon + 1 }), ten);
    await grants.add(grant({ id: "g3" }), ten);
    await grants.add(grant({ id: "g4", tenant: "north" }), ten);
    await grants.add(grant({ id: "g5", principal: "alan" }), ten);
    await grants.add(grant({ id: "g6", server: "shop" }), ten);
    await grants.end("g3", revoked, entry());

    const found = await handles.second.grants.activeOf(holder);

    expect(found.map(({ id }) => id)).toEqual(["g2", "g1"]);
    expect(await grants.activeOf({ ...holder, principal: "a\0" })).toEqual([]);
    expect((await grants.overdue(noon + 1, 10)).map(({ id }) => id)).toEqual(["g2"]);
    expect(await grants.overdue(noon + 1, 0)).toEqual([]);
  });

  it("lists the newest first, page by page, by tenant, state and server", async () => {
    await using handles = await open();
    const { grants } = handles.first;
    const ten = { ...given, max: 10 };
    for (const [index, id] of many(5, "g").entries()) {
      const createdAt = noon + Math.floor(index / 2);
      await grants.add(grant({ id, createdAt, tenant: index === 4 ? "north" : null }), ten);
    }
    await grants.end("g0", revoked, entry());

    const all = await grants.list({ max: 10 });
    const [, second] = all;
    const ids = async (filter: Parameters<typeof grants.list>[0]) =>
      (await grants.list(filter)).map(({ id }) => id);

    expect(all.map(({ id }) => id)).toEqual(["g4", "g3", "g2", "g1", "g0"]);
    expect(await ids({ max: 2, ...(second && { behind: second }) })).toEqual(["g2", "g1"]);
    expect(await ids({ max: 10, tenant: null, state: "active" })).toEqual(["g3", "g2", "g1"]);
    expect(await ids({ max: 10, tenant: "north" })).toEqual(["g4"]);
    expect(await ids({ max: 10, server: "shop" })).toEqual([]);
  });
}

function describeUsing(open: Open): void {
  it("takes one use, writes the intent, and is spent with the last use", async () => {
    await using handles = await openWithGrant(open);

    expect(await handles.first.grants.use(use, intent("c1"))).toBe(true);
    expect(await handles.second.grants.find("g1")).toEqual(grant({ used: 1 }));
    expect(await handles.second.grants.use(use, intent("c2"))).toBe(true);
    expect(await handles.first.grants.use(use, intent("c3"))).toBe(false);

    expect(await handles.first.grants.find("g1")).toEqual(grant({ used: 2, state: "spent" }));
    expect(await bodies(handles)).toEqual(["given", intent("c1").body, intent("c2").body]);
  });

  it.each([
    ["expired", { ...use, at: noon + 3_600_000 }],
    ["revoked", { ...use, id: "g2" }],
    ["unknown", { ...use, id: "g3" }],
    ["of an impossible id", { ...use, id: "g\0" }],
  ])("takes no use of one that is %s, and writes nothing", async (_why, wanted) => {
    await using handles = await openWithGrant(open);
    await handles.first.grants.add(grant({ id: "g2" }), given);
    await handles.first.grants.end("g2", revoked, entry());
    const before = await bodies(handles);

    expect(await handles.second.grants.use(wanted, intent("c1"))).toBe(false);

    expect(await bodies(handles)).toEqual(before);
  });

  it("takes no use when the intent fails", async () => {
    await using handles = await openWithGrant(open);

    await expect(handles.first.grants.use(use, broken)).rejects.toBeInstanceOf(StoreError);

    expect(await handles.first.grants.find("g1")).toEqual(grant());
  });
}

function describeEnding(open: Open): void {
  it("revokes an active grant once, and audits it", async () => {
    await using handles = await openWithGrant(open);
    const expected = grant({ state: "revoked", endedBy: "olga", endedAt: noon + 2 });

    const ended = await handles.first.grants.end("g1", revoked, entry({ body: "revoked" }));

    expect(ended).toEqual(expected);
    expect(await handles.second.grants.end("g1", revoked, entry())).toBeUndefined();
    expect(await handles.second.grants.find("g1")).toEqual(expected);
    expect(await bodies(handles)).toEqual(["given", "revoked"]);
  });

  it("lets a grant expire only after its end, and revokes none after it", async () => {
    await using handles = await openWithGrant(open);
    const { grants } = handles.first;

    expect(await grants.end("g1", { ...expired, at: noon + 5 }, entry())).toBeUndefined();
    expect(await grants.end("g1", { ...revoked, at: noon + 3_600_000 }, entry())).toBeUndefined();
    expect(await grants.end("g1", expired, entry({ body: "expired" }))).toEqual(
      grant({ state: "expired", endedAt: noon + 3_600_000 }),
    );
    // The clock was set back.
    expect(await grants.use(use, intent("c1"))).toBe(false);
    expect(await bodies(handles)).toEqual(["given", "expired"]);
  });

  it("ends nothing when the audit entry fails, and no unknown grant", async () => {
    await using handles = await openWithGrant(open);
    const { grants } = handles.first;

    await expect(grants.end("g1", revoked, broken)).rejects.toBeInstanceOf(StoreError);

    expect(await grants.find("g1")).toEqual(grant());
    expect(await grants.end("g2", revoked, entry())).toBeUndefined();
    expect(await grants.end("g\0", revoked, entry())).toBeUndefined();
  });
}

function describeForgetting(open: Open): void {
  it("removes ended grants by age, the oldest first, and no active one", async () => {
    await using handles = await open();
    const { grants } = handles.first;
    const ten = { ...given, max: 10 };
    await grants.add(grant({ id: "g1" }), ten);
    for (const id of ["g2", "g3"]) {
      await grants.add(grant({ id, expiresAt: noon + (id === "g2" ? 20 : 10) }), ten);
      await grants.end(id, revoked, entry());
    }

    expect(await grants.forget(noon + 10, 10)).toBe(0);
    expect(await grants.forget(noon + 30, 1)).toBe(1);
    expect(await grants.find("g3")).toBeUndefined();
    expect(await grants.forget(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
    expect(await handles.second.grants.find("g1")).toEqual(grant());
  });

  it("forgets an erased person: their grants, and their name in others", async () => {
    await using handles = await open();
    const { grants, personal } = handles.first;
    await personal.put({ id: "p1", subject: "subject-1", salt: "salt", text: "ada" });
    await grants.add(grant({ id: "g1" }), given);
    await grants.add(grant({ id: "g2", tenant: "north" }), given);
    await grants.add(grant({ id: "g3", principal: "alan", givenBy: "ada" }), given);
    await grants.end("g3", { ...revoked, by: "ada" }, entry());

    await personal.erase("subject-1", "");

    expect(await grants.find("g1")).toBeUndefined();
    expect(await grants.find("g2")).toBeDefined();
    const named = { givenBy: "subject-1", endedBy: "subject-1" };
    expect(await handles.second.grants.find("g3")).toMatchObject(named);
  });

  it("keeps no roles of an erased giver, and leaves a namesake of another tenant alone", async () => {
    await using handles = await open();
    const { grants, personal } = handles.first;
    const byAda = { principal: "alan", givenBy: "ada", giverRoles: ["lead"] };
    const byOlga = grant({ id: "g4", principal: "alan", givenBy: "olga", giverRoles: ["lead"] });
    await personal.put({ id: "p1", subject: "subject-1", salt: "salt", text: "ada" });
    await grants.add(grant({ id: "g1", ...byAda }), given);
    await grants.add(grant({ id: "g2", ...byAda, tenant: "north" }), given);
    await grants.add(grant({ id: "g3", ...byAda, tenant: "north" }), given);
    const ended = await grants.end("g3", { ...revoked, by: "ada" }, entry());
    await grants.add(byOlga, given);

    await personal.erase("subject-1", "");

    const { second } = handles;
    const erased = grant({ id: "g1", principal: "alan", givenBy: "subject-1" });
    expect(await second.grants.find("g1")).toEqual(erased);
    expect(await second.grants.find("g2")).toEqual(grant({ id: "g2", ...byAda, tenant: "north" }));
    expect(await second.grants.find("g3")).toEqual(ended);
    expect(await second.grants.find("g4")).toEqual(byOlga);
  });
}

function describeRaces(open: Open): void {
  it("lets exactly as many of fifty concurrent calls through as the grant has uses", async () => {
    await using handles = await open();
    await handles.first.grants.add(grant({ maxUses: 7 }), given);

    const results = await Promise.all(
      many(50, "c").map((callId, index) =>
        (index % 2 === 0 ? handles.first : handles.second).grants.use(use, intent(callId)),
      ),
    );

    const winners = many(50, "c").filter((_, index) => results[index]);
    expect(winners).toHaveLength(7);
    expect(await handles.second.grants.find("g1")).toMatchObject({ used: 7, state: "spent" });
    const written = (await bodies(handles)).slice(1);
    expect(new Set(written)).toEqual(new Set(winners.map((callId) => intent(callId).body)));
  });

  it("writes no use after a revocation", async () => {
    await using handles = await open();
    await handles.first.grants.add(grant({ maxUses: 100 }), given);
    const uses = many(20, "c").map((callId, index) =>
      (index % 2 === 0 ? handles.first : handles.second).grants.use(use, intent(callId)),
    );

    await handles.second.grants.end("g1", revoked, entry({ body: "revoked" }));
    const used = (await Promise.all(uses)).filter(Boolean).length;

    const written = await bodies(handles);
    expect(written.indexOf("revoked")).toBe(written.length - 1);
    expect(await handles.first.grants.find("g1")).toMatchObject({ used, state: "revoked" });
  });
}
