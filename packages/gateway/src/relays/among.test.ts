import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import { openAccess } from "../compose/relay-access.ts";
import { uiExtension } from "../protocol/extensions.ts";
import type { RelayAccess, Relays } from "./relays.ts";

const signal = new AbortController().signal;

/** A server with one of everything, named after itself, and a prompt that both servers have. */
function serverNamed(name: string) {
  return fakeRelayServer(
    {
      "resources/list": { resources: [{ uri: `x:${name}`, name }] },
      "resources/templates/list": {
        resourceTemplates: [{ uriTemplate: `t:${name}/{id}`, name }],
      },
      "resources/read": { contents: [{ uri: "x:", text: `read from ${name}` }] },
      "prompts/list": { prompts: [{ name }, { name: "both", title: name }] },
      "prompts/get": { messages: [], description: `got from ${name}` },
      "completion/complete": { completion: { values: [name] } },
    },
    { name },
  );
}

function setUp() {
  const [one, two, three] = [serverNamed("one"), serverNamed("two"), serverNamed("three")];
  const clock = createFakeClock();
  const open = new Set(["two", "three"]);
  const access: RelayAccess = {
    reaches: (_, { server }) => open.has(server),
    uses: (_, server) => open.has(server),
    shows: (_, { server }) => open.has(server),
    permit: ({ item: { server }, method }) => {
      if (open.has(server)) return { statement: "open" };
      throw new Refusal("policy-denied", { tool: method, because: "no-statement", policy: "1" });
    },
  };
  const servers = [one, two, three].map(({ server }) => server);
  const { relaysFor } = openTestRelays(servers, { clock, access });
  return { one, two, clock, open, relays: relaysFor({ id: "ada", permissions: [] }) };
}

const withViews = { extensions: { [uiExtension]: {}, "com.example/x": {} } };

describe("extensions", () => {
  it("are offered to a principal if a server has them whose tools it could call", () => {
    const { server } = fakeRelayServer({}, { name: "one", capabilities: () => withViews });
    const { server: other } = fakeRelayServer({}, { name: "two" });
    const may = new Set<string>();
    const access = { ...openAccess, uses: (_: unknown, name: string) => may.has(name) };
    const { relaysFor, at } = openTestRelays([server, other], { access });
    const ada = { id: "ada", permissions: [] };
    const relays = relaysFor(ada);
    const elsewhere = at({ name: "e", servers: new Set(["two"]) }).relaysFor(ada);

    expect(relays.extensions("modern")).toEqual({});
    may.add("two");
    expect(relays.extensions("modern")).toEqual({});
    may.add("one");
    expect(relays.extensions("modern")).toEqual({ [uiExtension]: {} });
    expect(relays.extensions("legacy")).toEqual({ [uiExtension]: {} });
    expect(elsewhere.extensions("modern")).toEqual({});
  });

  it("are not offered while their server is away", () => {
    const { server } = fakeRelayServer({}, { capabilities: () => ({}) });
    const { relaysFor } = openTestRelays([server]);

    expect(relaysFor({ id: "ada", permissions: [] }).extensions("modern")).toEqual({});
  });
});

/** Requests by name, for a closed server or an unknown one. */
const asked: Readonly<Record<string, (relays: Relays, name: string) => Promise<unknown>>> = {
  "a read": ({ readResource }, name) => readResource(relayRequest({ uri: `x:${name}` }), signal),
  "a read by template": ({ readResource }, name) =>
    readResource(relayRequest({ uri: `t:${name}/1` }), signal),
  "a prompt": ({ getPrompt }, name) => getPrompt(relayRequest({ name }), signal),
  "a completion for a prompt": ({ complete }, name) =>
    complete(relayRequest({ ref: { type: "ref/prompt", name } }), signal),
  "a completion for a template": ({ complete }, name) =>
    complete(relayRequest({ ref: { type: "ref/resource", uri: `t:${name}/{id}` } }), signal),
  following: ({ follow }, name) => follow(relayRequest({ uri: `x:${name}` }), () => undefined),
};

/** Returns the refusal without the requested name, which the caller knows anyway. */
async function refusalOf(asking: Promise<unknown>, name: string): Promise<string> {
  const error: unknown = await asking.then(
    () => new Error("It was answered."),
    (reason: unknown) => reason,
  );
  return JSON.stringify([error, String(error)]).replaceAll(name, "<name>");
}

describe("relays among some servers", () => {
  it("list the entries of open servers, except those that a closed server owns", async () => {
    const { relays } = setUp();

    expect(await relays.listResources(signal)).toEqual([
      { uri: "x:two", name: "two" },
      { uri: "x:three", name: "three" },
    ]);
    expect(await relays.listTemplates(signal)).toHaveLength(2);
    // The first server owns a shared name for all principals.
    expect(await relays.listPrompts(signal)).toEqual([{ name: "two" }, { name: "three" }]);
  });

  it("read, get and follow", async () => {
    const { relays } = setUp();

    expect(await asked["a read"]?.(relays, "two")).toMatchObject({
      contents: [{ text: "read from two" }],
    });
    expect(await relays.getPrompt(relayRequest({ name: "two" }), signal)).toMatchObject({
      description: "got from two",
    });
    await expect(asked["following"]?.(relays, "three")).resolves.toBeTypeOf("function");
  });

  it.each(Object.entries(asked))(
    "refuse %s of a closed server exactly like an unknown one",
    async (_, ask) => {
      const { relays, one } = setUp();

      expect(await refusalOf(ask(relays, "one"), "one")).toBe(
        await refusalOf(ask(relays, "none"), "none"),
      );
      expect(one.asked.every(({ method }) => method.endsWith("/list"))).toBe(true);
      expect(one.watched).toEqual([]);
    },
  );

  it("stop notifying while a server is closed, and resume when it opens", async () => {
    const { relays, two, open, clock } = setUp();
    let notified = 0;
    await relays.follow(relayRequest({ uri: "x:two" }), () => {
      notified += 1;
    });
    const update = async (): Promise<number> => {
      two.notify.resourceUpdated("x:two");
      await clock.advance(5_000);
      return notified;
    };
    const counts = [await update()];
    open.delete("two");
    counts.push(await update());
    open.add("two");
    counts.push(await update());

    expect(counts).toEqual([1, 1, 2]);
    expect(await relays.listResources(signal)).toHaveLength(2);
  });

  it("offer only what one of the open servers has", () => {
    const { relays, open } = setUp();
    const before = relays.offered().size;
    open.clear();

    expect([before, relays.offered().size]).toEqual([3, 0]);
  });
});

function read(by: string): JsonObject {
  return { contents: [{ uri: "t:", text: `read from ${by}` }] };
}

/** Servers in the order of the configuration: the first one lists more once it is told to. */
function setUpTakeover(capabilities: () => JsonObject) {
  let more: JsonObject = {};
  const lists = { resources: [], resourceTemplates: [] };
  const late = fakeRelayServer(
    {
      "resources/list": async () => ({ ...lists, ...more }),
      "resources/templates/list": async () => ({ ...lists, ...more }),
      "resources/read": read("late"),
    },
    { name: "late", capabilities },
  );
  const owner = fakeRelayServer(
    {
      "resources/list": { resources: [] },
      "resources/templates/list": { resourceTemplates: [{ uriTemplate: "t:{id}", name: "t" }] },
      "resources/read": read("owner"),
    },
    { name: "owner" },
  );
  const { relaysFor } = openTestRelays([late.server, owner.server]);
  const relays = relaysFor({ id: "ada", permissions: [] });
  return {
    readBy: async () => {
      const { contents } = await relays.readResource(relayRequest({ uri: "t:1" }), signal);
      return JSON.stringify(contents);
    },
    list: (added: JsonObject) => {
      more = added;
      late.notify.changed("resources");
    },
  };
}

describe("a server that lists more later", () => {
  it.each<readonly [string, JsonObject]>([
    ["the address itself", { resources: [{ uri: "t:1", name: "mine" }] }],
    ["a template of its own", { resourceTemplates: [{ uriTemplate: "t:{+all}", name: "mine" }] }],
  ])("does not take over an address by %s", async (_, added) => {
    for (const first of [{ resources: {} }, { tools: {} }]) {
      let capabilities: JsonObject = first;
      const { readBy, list } = setUpTakeover(() => capabilities);
      const before = await readBy();
      capabilities = { resources: {} };
      list(added);

      expect([before, await readBy()]).toEqual([before, before]);
      expect(before).toContain("read from owner");
    }
  });
});
