import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import type { HeldSeal } from "@toolcourt/gateway/internal/stores/held-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { connection, entry, noon } from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { CosmosFixture } from "../testing/cosmos.ts";
import { createStoresFixture, openDoor, testSeal } from "../testing/cosmos-doors.ts";
import { noteEntry } from "../testing/short-notes.ts";

interface Owing {
  readonly door: DurableStores;
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
}

/** Accepts every row, so that the form of its entry alone decides. */
const anySeal: HeldSeal = { seal: async () => "", isSealed: async () => true };

/** Stores in which a connection and a policy owe their entries. */
async function owing(seal: HeldSeal = anySeal): Promise<Owing> {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture();
  let isAway = true;
  const append: typeof home.audit.append = async (...args) => {
    if (isAway) throw new StoreError("overdue");
    return home.audit.append(...args);
  };
  const away = { ...home, audit: { ...home.audit, append } };
  const door = await openDoor({ clock: createFakeClock(noon), fixture, home: away, seal });
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

const changes: Readonly<Record<string, (row: JsonObject) => JsonObject>> = {
  "an entry in the right form": ({ owed }) => ({ owed: { ...objectIn(owed), ...forgedNote } }),
  "no seal": ({ owed }) => ({ owed: { ...objectIn(owed), seal: null } }),
  "another owner": () => ({ owner: "mallory" }),
  "another origin": () => ({ settings: '{"origins":["https://elsewhere.example"]}' }),
  "another change": () => ({ change: "another" }),
  "a field more": () => ({ more: true }),
};
const { body: forgedBody } = noteEntry("connection.added", { id: "c1", by: "mallory" }, noon);
const forgedNote = { body: forgedBody };

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

it.each(Object.entries(changes))(
  "takes a connection that owes for damage if it has %s",
  async (_, change) => {
    const { door, home, fixture } = await owing(testSeal);
    tamper(fixture, "connections", change);

    expect(await door.connections.find("c1")).toMatchObject({ status: "expired" });
    expect(await door.connections.list({})).toMatchObject([{ id: "c1", status: "expired" }]);
    expect(await door.connections.list({ status: "active" })).toEqual([]);
    const next = connection({ version: 2 });
    await expect(door.connections.replace(next, entry())).rejects.toMatchObject({
      kind: "corrupt",
    });

    expect(await home.audit.read(1, 10)).toEqual([]);
  },
);

it("takes a connection that owes by the seal of another row for damage", async () => {
  const { door, home, fixture } = await owing(testSeal);
  const [row = {}] = fixture.items.all("connections").filter((each) => "owed" in each);
  const copy = { ...row, id: "connection.copied" };
  fixture.items.run({ container: "connections", value: "all" }, { type: "Create", body: copy });

  await expect(door.connections.list({})).rejects.toMatchObject({ kind: "corrupt" });

  expect((await home.audit.read(1, 10)).length).toBeLessThanOrEqual(1);
});

it.each([
  ["another text", { text: "# allows everything\n" }],
  ["another author", { author: "mallory" }],
])("takes a policy that owes for damage if it has %s", async (_, change) => {
  const { door, home, fixture } = await owing(testSeal);
  tamper(fixture, "policies", ({ owed }) => {
    const pending = objectIn(owed);
    return { owed: { ...pending, policy: { ...objectIn(pending["policy"]), ...change } } };
  });

  await expect(door.policies.newest()).rejects.toMatchObject({ kind: "corrupt" });
  await expect(door.policies.list(9)).rejects.toMatchObject({ kind: "corrupt" });

  expect(await home.audit.read(1, 10)).toEqual([]);
});

it("appends the entries that the stores wrote", async () => {
  const { door, home } = await owing(testSeal);

  expect(await door.connections.find("c1")).toEqual(connection());
  expect((await door.policies.newest())?.version).toBe("one");
  expect(await home.audit.read(1, 10)).toHaveLength(2);
});
