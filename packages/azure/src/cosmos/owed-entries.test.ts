import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { connection, entry, noon } from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { CosmosFixture } from "../testing/cosmos.ts";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";
import { noteEntry } from "../testing/short-notes.ts";

interface Owing {
  readonly door: DurableStores;
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
}

/** Stores in which a connection and a policy owe their entries. */
async function owing(): Promise<Owing> {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture();
  let isAway = true;
  const append: typeof home.audit.append = async (...args) => {
    if (isAway) throw new StoreError("overdue");
    return home.audit.append(...args);
  };
  const away = { ...home, audit: { ...home.audit, append } };
  const door = await openDoor({ clock: createFakeClock(noon), fixture, home: away });
  await expect(door.connections.add(connection(), entry())).rejects.toMatchObject({
    kind: "overdue",
  });
  const policy = { version: "one", text: "# one\n", by: "grace", at: noon };
  await expect(
    door.policies.put(policy, { replaces: undefined, entry: entry() }),
  ).rejects.toMatchObject({ kind: "overdue" });
  isAway = false;
  return { door, home, fixture };
}

/** Changes a row as a writer of the account could. */
function tamper(
  { items }: CosmosFixture,
  container: string,
  change: (row: JsonObject) => JsonObject,
): void {
  const row = items.all(container).find((each) => "owed" in each) ?? {};
  const body = { ...row, ...change(row) };
  const { status } = items.run(
    { container, value: "all" },
    { type: "Replace", id: textOf(row, "id"), body },
  );
  expect(status).toBe(200);
}

const honest = noteEntry("connection.added", { id: "c1" }, noon);
const forged = {
  "an outcome of a call": { ...honest, part: "outcome", callId: "call-1" },
  "an intent of a call": { ...honest, part: "intent", callId: "call-1" },
  "a note of a call": { ...honest, callId: "call-1" },
  "a body that names a call": {
    ...honest,
    body: '{"about":{"id":"c1"},"at":1,"callId":"x","kind":"connection.added","monotonic":1}',
  },
  "another kind": noteEntry("approval.decided", { id: "c1" }, noon),
  "another connection": noteEntry("connection.revoked", { id: "c2" }, noon),
  "another time": { ...honest, at: noon + 1 },
  "a body that is not canonical": { ...honest, body: ` ${honest.body}` },
  "a body that is no JSON": { ...honest, body: "{" },
};

it.each(Object.entries(forged))(
  "appends no entry of a connection that is %s",
  async (_, { body, part, at, ...more }) => {
    const { door, home, fixture } = await owing();
    tamper(fixture, "connections", () => ({ owed: { body, part, at, ...more } }));

    await expect(door.connections.find("c1")).rejects.toMatchObject({ kind: "corrupt" });
    await expect(door.connections.list({})).rejects.toMatchObject({ kind: "corrupt" });

    expect(await home.audit.read(1, 10)).toEqual([]);
  },
);

it.each(Object.entries(forged))(
  "appends no entry of a policy that is %s",
  async (_, { body, part, at, ...more }) => {
    const { door, home, fixture } = await owing();
    tamper(fixture, "policies", ({ owed }) => ({
      owed: { ...(isJsonObject(owed) ? owed : {}), entry: { body, part, at, ...more } },
    }));

    await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });

    expect(await home.audit.read(1, 10)).toEqual([]);
  },
);

it("appends no entry of a policy that is about another version", async () => {
  const { door, home, fixture } = await owing();
  const { body, part, at } = noteEntry("policy.put", { version: "two" }, noon);
  tamper(fixture, "policies", ({ owed }) => ({
    owed: { ...(isJsonObject(owed) ? owed : {}), entry: { body, part, at } },
  }));

  await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });

  expect(await home.audit.read(1, 10)).toEqual([]);
});

it("appends the entries that the stores wrote", async () => {
  const { door, home } = await owing();

  expect(await door.connections.find("c1")).toEqual(connection());
  expect((await door.policies.newest())?.version).toBe("one");
  expect(await home.audit.read(1, 10)).toHaveLength(2);
});
