import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { textOf } from "@toolcourt/gateway/internal/stores/rows";
import {
  connection,
  entry,
  many,
  noon,
  personal,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import {
  createStoresFixture,
  type DoorDeps,
  mayByRole,
  openDoor,
} from "../testing/cosmos-doors.ts";
import { fetchFrom } from "../testing/cosmos-fetch.ts";
import { Mortal } from "../testing/mortal.ts";

const owner = "Ada Lovelace";
const tenant = "north";

/** Two gateways on one account, and a person with connections of so many keys each. */
async function openDoors(keysOf: Readonly<Record<string, number>>) {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture({ may: mayByRole });
  const clock = createFakeClock(noon);
  const open = (deps: Partial<DoorDeps> = {}): Promise<DurableStores> =>
    openDoor({ home, fixture, clock, ...deps });
  const [first, second] = [await open(), await open()];
  await home.personal.put(personal());
  for (const [id, count] of Object.entries(keysOf)) {
    await first.connections.add(connection({ id, name: `name of ${id}`, owner }), entry());
    for (let version = 1; version <= count; version += 1) {
      const key = { owner: { tenant, connection: id }, version, wrappedBy: 1 };
      await first.keys.insert({ ...key, bytes: Uint8Array.of(1) });
    }
  }
  const left = (): readonly string[] =>
    fixture.items.all("connections").map((row) => textOf(row, "kind"));
  return { home, fixture, open, first, second, left };
}

describe("erasing a person", () => {
  it("deletes any number of keys, and nothing of another", async () => {
    const { first, second, left } = await openDoors({ c1: 250, c2: 99, c3: 0 });
    await first.connections.add(connection({ id: "other", owner: "grace" }), entry());
    const key = { owner: { tenant, connection: "other" }, version: 1, wrappedBy: 1 };
    await first.keys.insert({ ...key, bytes: Uint8Array.of(1) });

    await second.personal.erase("subject-1", tenant);

    expect((await first.connections.list({})).map(({ id }) => id)).toEqual(["other"]);
    expect(await first.keys.read(key.owner, 1)).toBeDefined();
    expect(left().toSorted()).toEqual(["connection", "key", "name"]);
  });

  it("deletes a key that a renewal inserts after the last look", async () => {
    const { fixture, open, second, left } = await openDoors({ c1: 1 });
    const key = { owner: { tenant, connection: "c1" }, version: 2, wrappedBy: 1 };
    let isInserted = false;
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const reply = await fetchFrom(fixture)(url, request);
      const isLook = request.body?.includes("SELECT c.id FROM c") && !left().includes("key");
      if (isLook && !isInserted) {
        isInserted = true;
        await second.keys.insert({ ...key, bytes: Uint8Array.of(1) });
      }
      return reply;
    };
    const first = await open({ fetch });

    await first.personal.erase("subject-1", tenant);

    expect(isInserted).toBe(true);
    expect(left()).toEqual([]);
  });

  it("frees the new name of a connection that is renamed meanwhile", async () => {
    const { fixture, open, second, left } = await openDoors({ c1: 2 });
    let renaming: unknown;
    // The other gateway renames after the row was read, and before it is marked.
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const isMarking = request.body?.includes("Replace") && request.body.includes("erasing");
      if (renaming === undefined && isMarking) {
        const renamed = connection({ owner, name: "renamed", version: 2 });
        renaming = await second.connections.replace(renamed, entry({ body: "renamed" }));
      }
      return fetchFrom(fixture)(url, request);
    };
    const first = await open({ fetch });

    await first.personal.erase("subject-1", tenant);

    expect(renaming).toBe("replaced");
    expect(left()).toEqual([]);
    for (const name of ["name of c1", "renamed"]) {
      expect(await second.connections.add(connection({ id: name, name }), entry())).toBe("added");
    }
  });

  it("wins against renames in another gateway, and leaves nothing", async () => {
    const { first, second, left } = await openDoors({ c1: 150 });
    const renaming = async (): Promise<number> => {
      for (let version = 2; ; version += 1) {
        const renamed = connection({ owner, name: `name ${version}`, version });
        if ((await second.connections.replace(renamed, entry())) === "overtaken") return version;
      }
    };

    const [, versions] = await Promise.all([first.personal.erase("subject-1", tenant), renaming()]);

    expect(versions).toBeGreaterThan(1);
    expect(left()).toEqual([]);
  });

  it("ends well in two gateways at once", async () => {
    const { first, second, left } = await openDoors({ c1: 150, c2: 150 });

    await Promise.all([first, second].map((door) => door.personal.erase("subject-1", tenant)));

    expect(left()).toEqual([]);
  });

  it("deletes a key that is inserted meanwhile", async () => {
    const { fixture, open, second, left } = await openDoors({ c1: 3 });
    let inserted = 0;
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const reply = await fetchFrom(fixture)(url, request);
      if (inserted === 0 && request.body?.includes('"Delete"') && !request.body.includes("name.")) {
        inserted += 1;
        const key = { owner: { tenant, connection: "c1" }, version: 9, wrappedBy: 1 };
        await second.keys.insert({ ...key, bytes: Uint8Array.of(1) });
      }
      return reply;
    };
    const first = await open({ fetch });

    await first.personal.erase("subject-1", tenant);

    expect(inserted).toBe(1);
    expect(left()).toEqual([]);
  });
});

describe("an erasure that dies", () => {
  const steps = many(80, "").map((_, index) => ({
    step: Math.floor(index / 2),
    takesEffect: index % 2 === 1,
  }));

  it("shows no connection without its keys, and is completed by the next one", async () => {
    let deaths = 0;
    for (const death of steps) {
      const { home, fixture, open, second, left } = await openDoors({ c1: 120, c2: 1 });
      const mortal = new Mortal(death);
      const dying = await open({
        home: mortal.homeOf(home),
        fetch: mortal.fetchBy(fetchFrom(fixture)),
      });
      const ended = await mortal.run(() => dying.personal.erase("subject-1", tenant));

      for (const { id } of await second.connections.list({ owner, tenant })) {
        const keys = fixture.items
          .all("connections")
          .filter((row) => row["kind"] === "key" && row["connection"] === id);
        expect(keys).toHaveLength(id === "c1" ? 120 : 1);
        expect(await second.connections.find(id)).toBeDefined();
      }
      await second.personal.erase("subject-1", tenant);
      expect(left()).toEqual([]);
      if (ended !== "died") break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThanOrEqual(20);
    expect(deaths).toBeLessThan(steps.length);
  });
});
