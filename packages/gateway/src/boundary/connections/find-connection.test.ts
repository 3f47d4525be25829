import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { describe, expect, it } from "vitest";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import { createConnections, type WantedConnection } from "./connections.ts";
import type { ConnectionSettings } from "./settings.ts";

const origin = "https://api.example.com";
const ada = { id: "ada", tenant: "acme" };

interface Difference {
  readonly stored?: Partial<StoredConnection>;
  readonly settings?: Partial<ConnectionSettings>;
}

function connection({ stored, settings }: Difference = {}): StoredConnection {
  return {
    id: "c1",
    tenant: "acme",
    owner: "ada",
    name: "crm",
    status: "active",
    version: 1,
    sealed: {},
    createdAt: 0,
    changedAt: 0,
    ...stored,
    settings: {
      kind: "token",
      header: "authorization",
      prefix: "Bearer ",
      origins: [origin],
      users: "owner",
      levels: {},
      tiers: [],
      ...settings,
    },
  };
}

function never(): never {
  throw new Error("nobody asks for a token here");
}

/** Returns `usable` or the refusal code for a call over these connections. */
async function fares(
  all: readonly StoredConnection[],
  wanted: Partial<WantedConnection> = {},
  user: { readonly id: string; readonly tenant?: string } = ada,
): Promise<string> {
  const asked: string[] = [];
  const store: Pick<ConnectionStore, "find" | "list"> = {
    find: async (id) => {
      asked.push("find");
      return all.find((each) => each.id === id);
    },
    list: async ({ tenant, name }) => {
      asked.push("list");
      return all.filter((each) => each.tenant === tenant && each.name === name);
    },
  };
  const { use } = createConnections({
    store,
    clock: { now: () => 1_000, monotonic: () => 0, sleep: never },
    held: { generationOf: never },
    openCredential: never,
    renew: never,
    stepUp: never,
    exchange: { check: never, credential: never, refused: never, stepUp: never },
    managed: { credential: never },
  });
  const outcome = await use({ connection: "crm", origin, ...wanted }, user).then(
    () => "usable",
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "bug"),
  );
  // The store queries must not depend on the outcome. An invalid name causes none.
  expect(["find,list", ""]).toContain(asked.toSorted().join());
  return outcome;
}

describe("use of a connection", () => {
  it.each(["crm", "c1"])("finds it as %s", async (name) => {
    expect(await fares([connection()], { connection: name })).toBe("usable");
  });

  it.each([
    ["there is none", [], ada],
    ["it is somebody else's", [connection()], { id: "eve", tenant: "acme" }],
    ["it is of another tenant", [connection()], { id: "ada", tenant: "evil" }],
    ["the caller has no tenant", [connection()], { id: "ada" }],
    ["its row is none of ours", [{ ...connection(), settings: { kind: "magic" } }], ada],
  ])("reports it as missing if %s (S2-17)", async (_why, all, user) => {
    expect(await fares(all, { connection: "c1" }, user)).toBe("connection-missing");
    expect(await fares(all, { connection: "crm" }, user)).toBe("connection-missing");
  });

  it.each(["", "../crm", "crm\u0000", "c".repeat(65), "' OR 1=1 --"])(
    "reports an invalid name as missing: %j",
    async (name) => {
      expect(await fares([connection()], { connection: name })).toBe("connection-missing");
    },
  );

  it("is possible for a whole tenant", async () => {
    const shared = [connection({ settings: { users: "tenant" } })];

    expect(await fares(shared, {}, { id: "eve", tenant: "acme" })).toBe("usable");
    expect(await fares(shared, { connection: "c1" }, { id: "eve" })).toBe("connection-missing");
  });

  it("ignores a revoked connection of the same name", async () => {
    const revoked = connection({ stored: { id: "c0", status: "revoked" } });

    expect(await fares([revoked, connection()])).toBe("usable");
    expect(await fares([revoked])).toBe("connection-revoked");
  });

  it("checks in a fixed order: standing, origin, scope, tier (T37)", async () => {
    const elsewhere = { origin: "https://evil.example", scope: { a: "2" }, tier: "cost" };
    const levels = { a: ["1"] };
    const all = (more: Difference): readonly StoredConnection[] => [
      connection({ ...more, settings: { levels, ...more.settings } }),
    ];

    const fared = [
      await fares(all({ stored: { status: "revoked" } }), elsewhere),
      await fares(all({ stored: { status: "expired" } }), elsewhere),
      await fares(all({ settings: { expiresAt: 1_000 } }), elsewhere),
      await fares(all({}), elsewhere),
      await fares(all({}), { ...elsewhere, origin }),
      await fares(all({}), { ...elsewhere, origin, scope: { a: "1" } }),
    ];

    expect(fared).toEqual([
      "connection-revoked",
      "connection-expired",
      "connection-expired",
      "connection-origin",
      "connection-scope",
      "connection-tier",
    ]);
  });

  it.each([
    [{}, {}, "usable"],
    [{ a: ["1", "2"] }, { a: "2" }, "usable"],
    [{ a: ["1"], b: "any" }, { a: "1" }, "usable"],
    [{ a: ["1"], b: "any" }, { a: "1", b: "9" }, "usable"],
    [{ a: ["1"] }, { a: "2" }, "connection-scope"],
    [{ a: ["1"] }, { a: "1", b: "9" }, "connection-scope"],
    [{ a: ["1"], b: ["2"] }, { a: "1" }, "connection-scope"],
    [{ a: ["1"] }, undefined, "connection-scope"],
    [{}, { a: "1" }, "connection-scope"],
    [{ a: ["x"] }, { a: "X" }, "connection-scope"],
    [{}, { constructor: "1" }, "connection-scope"],
  ] as const)("with levels %j and a scope of %j is %s", async (levels, scope, outcome) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are read-only, the settings are not
    const all = [connection({ settings: { levels: levels as ConnectionSettings["levels"] } })];

    expect(await fares(all, scope === undefined ? {} : { scope })).toBe(outcome);
  });

  it.each([
    [{ a: ["1"] }, { a: "1", b: "9" }, "usable"],
    [{ a: ["1"] }, { a: "1" }, "usable"],
    [{ a: ["1"], b: "any" }, { a: "1", b: "9" }, "usable"],
    [{ a: ["1"], b: ["2"] }, { a: "1", b: "2" }, "usable"],
    [{ a: ["1"], b: ["2"] }, { a: "1", b: "9" }, "connection-scope"],
    [{ a: ["1"], b: ["2"] }, { a: "1" }, "connection-scope"],
    [{ a: ["1"] }, { a: "2", b: "9" }, "connection-scope"],
    [{ a: ["1"] }, { b: "9" }, "connection-scope"],
  ])("with levels %j, a scope of %j and b optional is %s", async (levels, scope, outcome) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are read-only, the settings are not
    const all = [connection({ settings: { levels: levels as ConnectionSettings["levels"] } })];

    expect(await fares(all, { scope: defined(scope), optional: ["b"] })).toBe(outcome);
  });

  it.each([
    [{ a: "ABC-1", b: "x" }, "usable"],
    [{ a: "abc-1", b: "x" }, "usable"],
    [{ a: "ABC-2", b: "x" }, "connection-scope"],
    [{ a: "abc-1", b: "X" }, "connection-scope"],
  ])("with a scope of %j and a without regard to case is %s", async (scope, outcome) => {
    const all = [connection({ settings: { levels: { a: ["Abc-1"], b: ["x"] } } })];

    expect(await fares(all, { scope, ignoreCase: ["a"] })).toBe(outcome);
  });

  it.each(["\u212Aey", "ke\u0178"])("takes no other letter for one of its own: %s", async (a) => {
    const all = [connection({ settings: { levels: { a: ["key", "ke\u00FF"] } } })];

    expect(await fares(all, { scope: { a }, ignoreCase: ["a"] })).toBe("connection-scope");
    expect(await fares(all, { scope: { a: "KEY" }, ignoreCase: ["a"] })).toBe("usable");
  });

  it.each([
    [[], undefined, "usable"],
    [["cost"], "cost", "usable"],
    [["inventory", "cost"], "cost", "usable"],
    [["inventory"], "cost", "connection-tier"],
    [[], "cost", "connection-tier"],
    [["inventory"], undefined, "connection-tier"],
  ] as const)("with tiers %j and a tier of %s is %s", async (tiers, tier, outcome) => {
    const all = [connection({ settings: { tiers: [...tiers] } })];

    expect(await fares(all, tier === undefined ? {} : { tier })).toBe(outcome);
  });
});
