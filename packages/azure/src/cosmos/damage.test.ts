import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import type { HeldSeal } from "@toolcourt/gateway/internal/stores/held-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import {
  connection,
  entry,
  noon,
  personal,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createStoresFixture, type DoorDeps, openDoor } from "../testing/cosmos-doors.ts";

const owner = "Ada Lovelace";
const revoked = connection({ owner, version: 2, status: "revoked", sealed: {} });
const policy = (version: string) => ({ version, text: `# ${version}\n`, by: "grace", at: noon });
const dropped = (about: JsonObject): string =>
  JSON.stringify({ about, at: noon, kind: "entry.dropped", monotonic: 0 });

/** A seal by a key of this name. */
function sealOf(name: string): HeldSeal {
  return {
    seal: async (text) => `${name} ${text}`,
    isSealed: async (text, seal) => seal === `${name} ${text}`,
  };
}

interface Opened extends DurableStores {
  readonly home: DurableStores;
  readonly fixture: DoorDeps["fixture"];
  /** Lets the log refuse or fail until it is called again. */
  readonly fail: (kind?: "overdue" | "full") => void;
  /** Another process, whose key is another and which dies before the log has its entry. */
  readonly foreign: DurableStores;
  readonly copies: string[];
}

async function opened(): Promise<Opened> {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture();
  const clock = createFakeClock(noon);
  const copies: string[] = [];
  let fault: "overdue" | "full" | undefined;
  const withLog = (append: typeof home.audit.append): DurableStores => ({
    ...home,
    audit: { ...home.audit, append },
  });
  const door = await openDoor({
    clock,
    fixture,
    seal: sealOf("ours"),
    home: withLog(async (entries, ...rest) => {
      const isNote = entries.some(({ body }) => body.includes("entry.dropped"));
      if (fault !== undefined && !isNote) throw new StoreError(fault);
      return home.audit.append(entries, ...rest);
    }),
    onSettled: async ({ body }) => void copies.push(body),
  });
  const foreign = await openDoor({
    clock,
    fixture,
    seal: sealOf("theirs"),
    home: withLog(() => Promise.reject(new StoreError("overdue"))),
  });
  const fail = (kind?: "overdue" | "full"): void => {
    fault = kind;
  };
  return { ...door, home, fixture, fail, foreign, copies };
}

async function bodiesOf({ home }: Opened): Promise<readonly string[]> {
  return (await home.audit.read(1, 100)).map(({ body }) => body);
}

/** Stores with a sound connection, and one that owes by the seal of another key. */
async function withDamagedConnection(): Promise<Opened> {
  const door = await opened();
  await door.connections.add(connection({ id: "c2", name: "sound" }), entry({ body: "sound" }));
  const adding = door.foreign.connections.add(connection({ owner }), entry());
  await expect(adding).rejects.toMatchObject({ kind: "overdue" });
  return door;
}

describe("a connection whose seal is of another key", () => {
  it("counts as expired, and the others are listed as they are", async () => {
    const door = await withDamagedConnection();

    const statuses = (await door.connections.list({})).map(({ id, status }) => [id, status]);

    expect(statuses).toEqual([
      ["c1", "expired"],
      ["c2", "active"],
    ]);
    expect(await bodiesOf(door)).toEqual(["sound"]);
  });

  it("is revoked, and the log says that its entry was dropped", async () => {
    const door = await withDamagedConnection();

    const replacing = door.connections.replace(revoked, entry({ body: "revoked" }));
    expect(await replacing).toBe("replaced");

    expect(await door.connections.find("c1")).toEqual(revoked);
    const note = dropped({ id: "c1", of: "connection" });
    expect(await bodiesOf(door)).toEqual(["sound", note, "revoked"]);
    expect(door.copies).toEqual([note]);
    const again = connection({ id: "c3" });
    expect(await door.connections.add(again, entry())).toBe("added");
  });

  it("stays damaged if the log refuses its revocation", async () => {
    const door = await withDamagedConnection();
    door.fail("full");

    const replacing = door.connections.replace(revoked, entry());
    await expect(replacing).rejects.toMatchObject({ kind: "full" });
    door.fail();

    expect(await door.connections.find("c1")).toMatchObject({ status: "expired", version: 1 });
    expect(await door.connections.replace(revoked, entry())).toBe("replaced");
  });

  it("is erased with its person", async () => {
    const door = await withDamagedConnection();
    await door.home.personal.put(personal());

    await door.personal.erase("subject-1", "north");

    expect((await door.connections.list({})).map(({ id }) => id)).toEqual(["c2"]);
    expect(await bodiesOf(door)).toContain(dropped({ id: "c1", of: "connection" }));
  });
});

describe("a newest policy that is damaged", () => {
  const damages: Readonly<Record<string, (door: Opened) => Promise<void>>> = {
    "the seal is of another key": async ({ foreign }) => {
      const change = { replaces: "two", entry: entry({ body: "foreign" }) };
      const putting = foreign.policies.put(policy("foreign"), change);
      await expect(putting).rejects.toMatchObject({ kind: "overdue" });
    },
    "an old head was put back": async ({ fixture }) => {
      const { items } = fixture;
      const body = old ?? {};
      items.run({ container: "policies", value: "all" }, { type: "Replace", id: "head", body });
    },
  };
  let old: JsonObject | undefined;

  async function damaged(damage: (door: Opened) => Promise<void>): Promise<Opened> {
    const door = await opened();
    door.fail("overdue");
    const first = { replaces: undefined, entry: entry({ body: "one" }) };
    await expect(door.policies.put(policy("one"), first)).rejects.toMatchObject({
      kind: "overdue",
    });
    door.fail();
    old = door.fixture.items.all("policies").find((row) => "owed" in row);
    await door.policies.put(policy("two"), { replaces: "one", entry: entry({ body: "two" }) });
    await damage(door);
    return door;
  }

  it.each(Object.entries(damages))("is replaced by a put: %s", async (_, damage) => {
    const door = await damaged(damage);
    await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });
    const put = (replaces: string) =>
      door.policies.put(policy("three"), { replaces, entry: entry({ body: "three" }) });

    expect(await put("one")).toBe("overtaken");
    expect(await put("two")).toBe("put");

    expect(await door.policies.newest()).toEqual(policy("three"));
    const versions = (await door.policies.list(9)).map(({ version }) => version);
    expect(versions).toEqual(["three", "two", "one"]);
    expect(await bodiesOf(door)).toEqual(["one", "two", dropped({ of: "policy" }), "three"]);
  });

  it.each(Object.entries(damages))("stays if the log refuses a put: %s", async (_, damage) => {
    const door = await damaged(damage);
    door.fail("full");

    const change = { replaces: "two", entry: entry({ body: "three" }) };
    await expect(door.policies.put(policy("three"), change)).rejects.toMatchObject({
      kind: "full",
    });
    door.fail();

    await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });
    expect(await door.policies.put(policy("three"), change)).toBe("put");
  });
});
