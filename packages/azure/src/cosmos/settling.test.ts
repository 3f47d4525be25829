import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { connection, entry, noon } from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createStoresFixture, type DoorDeps, openDoor } from "../testing/cosmos-doors.ts";
import { fetchFrom } from "../testing/cosmos-fetch.ts";

const policy = (version: string) => ({ version, text: `# ${version}\n`, by: "grace", at: noon });

async function bodiesOf({ audit }: DurableStores): Promise<readonly string[]> {
  return (await audit.read(1, 1_000)).map(({ body }) => body);
}

interface Race {
  readonly change: (writer: DurableStores) => Promise<unknown>;
  readonly look: (reader: DurableStores) => Promise<unknown>;
}

const races: Readonly<Record<string, Race>> = {
  "a revoked connection": {
    change: ({ connections }) =>
      connections.replace(
        connection({ version: 2, status: "revoked", sealed: {} }),
        entry({ body: "changed" }),
      ),
    look: async ({ connections }) => (await connections.find("c1"))?.status === "revoked",
  },
  "an added connection": {
    change: ({ connections }) =>
      connections.add(connection({ id: "c2", name: "other" }), entry({ body: "changed" })),
    look: async ({ connections }) => (await connections.find("c2")) !== undefined,
  },
  "a policy": {
    change: ({ policies }) =>
      policies.put(policy("one"), { replaces: undefined, entry: entry({ body: "changed" }) }),
    look: async ({ policies }) => (await policies.newest())?.version === "one",
  },
};

describe("a change that its log refuses", () => {
  it.each(Object.entries(races))(
    "is not undone once a reader appends its entry: %s",
    async (_, { change, look }) => {
      const home = openMemoryStores({ link });
      const deps = { clock: createFakeClock(noon), fixture: createStoresFixture() };
      const copying = Promise.withResolvers<undefined>();
      const copied = Promise.withResolvers<undefined>();
      // The reader has appended, and its row still owes while it copies the entry.
      const onSettled = async (): Promise<void> => {
        copying.resolve(undefined);
        await copied.promise;
      };
      const reader = await openDoor({ ...deps, home, onSettled });
      let reading: Promise<unknown> | undefined;
      let isBusy = false;
      const append: typeof home.audit.append = async (...args) => {
        if (!isBusy) return home.audit.append(...args);
        reading ??= look(reader);
        await copying.promise;
        throw new StoreError("locked");
      };
      const busy = { ...home, audit: { ...home.audit, append } };
      const writer = await openDoor({ ...deps, home: busy });
      await writer.connections.add(connection(), entry({ body: "added" }));
      isBusy = true;

      await expect(change(writer)).rejects.toMatchObject({ kind: "locked" });
      copied.resolve(undefined);

      expect(await reading).toBe(true);
      expect(await bodiesOf(home)).toEqual(["added", "changed"]);
    },
  );

  it.each(Object.entries(races))(
    "is undone before a reader that comes too late: %s",
    async (_, { change, look }) => {
      const home = openMemoryStores({ link });
      const fixture = createStoresFixture();
      const clock = createFakeClock(noon);
      const [appending, refused] = [
        Promise.withResolvers<undefined>(),
        Promise.withResolvers<undefined>(),
      ];
      let isBusy = false;
      const append: typeof home.audit.append = async (...args) => {
        if (!isBusy) return home.audit.append(...args);
        appending.resolve(undefined);
        await refused.promise;
        throw new StoreError("locked");
      };
      const busy = { ...home, audit: { ...home.audit, append } };
      const writer = await openDoor({ clock, fixture, home: busy });
      await writer.connections.add(connection(), entry({ body: "added" }));
      isBusy = true;
      const undoing = change(writer).catch((error: unknown) => error);
      await appending.promise;
      // The reader has read the row. Before it can mark it, the writer undoes the change.
      const fetch: DoorDeps["fetch"] = async (url, request) => {
        if (request.body?.includes('"settling":true')) {
          refused.resolve(undefined);
          await undoing;
        }
        return fetchFrom(fixture)(url, request);
      };
      const reader = await openDoor({ clock, fixture, home, fetch });

      expect(await look(reader)).toBe(false);
      expect(await undoing).toMatchObject({ kind: "locked" });
      expect(await bodiesOf(home)).toEqual(["added"]);
    },
  );
});

describe("an old head that is put back", () => {
  it("is damage, and its entry is not appended again", async () => {
    const home = openMemoryStores({ link });
    const fixture = createStoresFixture();
    let old: JsonObject | undefined;
    const fetch: DoorDeps["fetch"] = async (url, request) => {
      const reply = await fetchFrom(fixture)(url, request);
      old ??= fixture.items.all("policies").find((row) => "owed" in row);
      return reply;
    };
    const door = await openDoor({ clock: createFakeClock(noon), fixture, home, fetch });
    await door.policies.put(policy("one"), { replaces: undefined, entry: entry({ body: "one" }) });
    await door.policies.put(policy("two"), { replaces: "one", entry: entry({ body: "two" }) });
    const partition = { container: "policies", value: "all" };
    fixture.items.run(partition, { type: "Replace", id: "head", body: old ?? {} });

    for (const _ of [1, 2, 3]) {
      await expect(door.policies.newest()).rejects.toMatchObject({
        kind: "corrupt",
        cause: {
          message:
            "The newest policy of the store is already stored: an old copy of the head was put back.",
        },
      });
    }

    expect(await bodiesOf(home)).toEqual(["one", "two"]);
  });
});
