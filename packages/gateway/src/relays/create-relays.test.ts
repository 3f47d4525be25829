import type { JsonObject } from "@toolcourt/sdk";
import { noRelays } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type FakeRelayServer, fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import type { EventName } from "../telemetry/events.ts";
import { UpstreamError } from "../upstreams/upstream.ts";
import { notifyAlso } from "./attend.ts";
import type { RelayAccess } from "./relays.ts";

const signal = new AbortController().signal;
const secret = "s3cr3t-key";

function relaysOf(...fakes: readonly FakeRelayServer[]) {
  const clock = createFakeClock();
  const events: [EventName, unknown][] = [];
  const { relays, relaysFor } = openTestRelays(
    fakes.map(({ server }) => server),
    {
      clock,
      log: (name, fields) => events.push([name, fields]),
      redactSecrets: (text) => text.replaceAll(secret, "***"),
    },
  );
  return { clock, events, relays: relaysFor({ id: "ada", permissions: "all" }), open: relays };
}

const resource = (uri: string): JsonObject => ({ uri, name: uri });
const listing = (...uris: readonly string[]) => ({
  "resources/list": { resources: uris.map(resource) },
});
const prompting = (...names: readonly string[]) => ({
  "prompts/list": { prompts: names.map((name) => ({ name })) },
});
const text = (uri: string, said = "hello"): JsonObject => ({ contents: [{ uri, text: said }] });
const unreachable = (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "unreachable" }));
const silent = (): Promise<never> => new Promise(() => undefined);
const rpc = (code: number) => (): Promise<never> =>
  Promise.reject(new UpstreamError({ kind: "rpc", code }));

const completing = (ref: JsonObject): JsonObject => ({ ref, argument: { name: "a", value: "" } });

describe("offered", () => {
  it("includes what at least one server has", () => {
    const tools = fakeRelayServer({}, { capabilities: () => ({ tools: {} }) });
    const prompts = fakeRelayServer({}, { capabilities: () => ({ prompts: {} }) });

    expect(relaysOf(tools).relays.offered()).toEqual(new Set());
    expect(relaysOf(tools, prompts).relays.offered()).toEqual(new Set(["prompts"]));
  });

  it("includes what a disconnected server could bring back", () => {
    const away = fakeRelayServer({}, { capabilities: () => ({}), prompts: new Set() });

    expect(relaysOf(away).relays.offered()).toEqual(new Set(["resources", "completions"]));
  });

  it("excludes what the configuration holds back", () => {
    const { relays } = relaysOf(fakeRelayServer({}, { resources: "none", prompts: new Set() }));

    expect(relays.offered()).toEqual(new Set());
  });
});

describe("lists", () => {
  it("contain the entries of all servers in order, including unknown fields", async () => {
    const one = fakeRelayServer({
      "resources/list": { resources: [{ ...resource("b://1"), shelf: [7] }] },
    });
    const two = fakeRelayServer(listing("a://1"), { name: "two" });

    const { relays } = relaysOf(one, two);

    expect(await relays.listResources(signal)).toEqual([
      { uri: "b://1", name: "b://1", shelf: [7] },
      { uri: "a://1", name: "a://1" },
    ]);
  });

  it("leave out a failing server, with a log entry", async () => {
    const one = fakeRelayServer({ "resources/list": unreachable });
    const two = fakeRelayServer(listing("a://1"), { name: "two" });

    const { relays, events } = relaysOf(one, two);

    expect(await relays.listResources(signal)).toEqual([resource("a://1")]);
    expect(events).toEqual([["resource-list.failed", { server: "one", what: "resources" }]]);
  });

  it("wait a second for a silent server, whose own time is thirty", async () => {
    const one = fakeRelayServer({ "resources/list": silent });
    const two = fakeRelayServer(listing("a://1"), { name: "two" });
    const { relays, clock, events } = relaysOf(one, two);

    const listed = relays.listResources(signal);
    await clock.advance(1_000);
    expect(await listed).toEqual([resource("a://1")]);
    expect(events).toEqual([]);
    await clock.advance(29_000);

    expect(events).toHaveLength(1);
  });

  it("announce a list that arrives late, once, and then contain it", async () => {
    const late = Promise.withResolvers<JsonObject>();
    const one = fakeRelayServer({ "resources/list": () => late.promise });
    const { relays, clock } = relaysOf(one, fakeRelayServer(listing("a://1"), { name: "two" }));
    const heard: string[] = [];
    relays.subscribe((what) => heard.push(what));
    const both = Promise.all([relays.listResources(signal), relays.listResources(signal)]);
    await clock.advance(1_000);
    await both;

    late.resolve({ resources: [resource("b://1")] });
    await clock.advance(0);

    expect(heard).toEqual(["resources"]);
    expect(await relays.listResources(signal)).toEqual([resource("b://1"), resource("a://1")]);
  });

  it("keep the last list of a server that hangs", async () => {
    let isSilent = false;
    const one = fakeRelayServer({
      "resources/list": () =>
        isSilent ? silent() : Promise.resolve(listing("a://1")["resources/list"]),
    });
    const { relays, clock } = relaysOf(one);
    await relays.listResources(signal);
    isSilent = true;
    one.notify.changed("resources");

    const listed = relays.listResources(signal);
    await clock.advance(1_000);

    expect(await listed).toEqual([resource("a://1")]);
  });

  it("do not wait again for a silent server, and refresh it in the background", async () => {
    const one = fakeRelayServer({ "resources/list": silent });
    const { relays, clock } = relaysOf(one, fakeRelayServer(listing("a://1"), { name: "two" }));
    const first = relays.listResources(signal);
    await clock.advance(30_000);
    await first;
    await clock.advance(5_000);

    await expect(relays.listResources(signal)).resolves.toEqual([resource("a://1")]);
    expect(one.asked).toHaveLength(2);
  });

  it("retry a failed server soon", async () => {
    const one = fakeRelayServer({ "resources/list": unreachable });
    const { relays, clock } = relaysOf(one);
    await relays.listResources(signal);
    await relays.listResources(signal);
    expect(one.asked).toHaveLength(1);

    await clock.advance(5_000);
    await relays.listResources(signal);

    expect(one.asked).toHaveLength(2);
  });

  it("are empty if the server does not know the method", async () => {
    const { relays, events } = relaysOf(fakeRelayServer({}));

    expect(await relays.listTemplates(signal)).toEqual([]);
    expect(events).toEqual([]);
  });

  it("are requested once a minute, however many readers there are", async () => {
    const one = fakeRelayServer(listing("a://1"));
    const { relays, clock } = relaysOf(one);
    await Promise.all([relays.listResources(signal), relays.listResources(signal)]);
    await clock.advance(59_999);
    await relays.listResources(signal);
    expect(one.asked).toHaveLength(1);

    await clock.advance(1);
    await relays.listResources(signal);

    expect(one.asked).toHaveLength(2);
  });

  it("are requested again after the server announces a change", async () => {
    const one = fakeRelayServer({ ...listing("a://1"), ...prompting("p") });
    const { relays } = relaysOf(one);
    await relays.listResources(signal);
    await relays.listPrompts(signal);

    one.notify.changed("resources");
    await relays.listResources(signal);
    await relays.listPrompts(signal);

    expect(one.asked.map(({ method }) => method)).toEqual([
      "resources/list",
      "prompts/list",
      "resources/list",
    ]);
  });

  it("are empty while the server is disconnected", async () => {
    let capabilities: JsonObject = { resources: {} };
    const one = fakeRelayServer(listing("a://1"), { capabilities: () => capabilities });
    const { relays } = relaysOf(one);
    await relays.listResources(signal);

    capabilities = {};

    expect(await relays.listResources(signal)).toEqual([]);
  });

  it("contain nothing from a server whose resources are held back", async () => {
    const one = fakeRelayServer(listing("a://1"), { resources: "none" });
    const { relays } = relaysOf(one);

    expect(await relays.listResources(signal)).toEqual([]);
    expect(await relays.listTemplates(signal)).toEqual([]);
    expect(one.asked).toEqual([]);
  });

  it("keep the first prompt of a name, and warn once about the other", async () => {
    const one = fakeRelayServer({ "prompts/list": { prompts: [{ name: "p", title: "first" }] } });
    const two = fakeRelayServer(prompting("p", "q"), { name: "two" });
    const { relays, events } = relaysOf(one, two);

    await relays.listPrompts(signal);

    expect(await relays.listPrompts(signal)).toEqual([
      { name: "p", title: "first" },
      { name: "q" },
    ]);
    expect(events).toEqual([["prompt.collided", { prompt: "p", winner: "one", loser: "two" }]]);
  });

  it("contain only the prompts that pass the filter", async () => {
    const one = fakeRelayServer(prompting("p", "q"), { prompts: new Set(["q", "r"]) });

    expect(await relaysOf(one).relays.listPrompts(signal)).toEqual([{ name: "q" }]);
  });
});

describe("readResource", () => {
  it("prefers the server that lists the address to any template", async () => {
    const one = fakeRelayServer({
      "resources/templates/list": { resourceTemplates: [{ uriTemplate: "a://{id}", name: "t" }] },
      "resources/read": text("a://1", "from the template"),
    });
    const two = fakeRelayServer(
      { ...listing("a://1"), "resources/read": text("a://1", "from the list") },
      { name: "two" },
    );
    const { relays } = relaysOf(one, two);

    expect(await relays.readResource(relayRequest({ uri: "a://1" }), signal)).toEqual(
      text("a://1", "from the list"),
    );
    expect(await relays.readResource(relayRequest({ uri: "a://2" }), signal)).toEqual(
      text("a://1", "from the template"),
    );
  });

  it("does not wait for a silent server after the one that lists the address", async () => {
    const one = fakeRelayServer({ ...listing("a://1"), "resources/read": text("a://1") });
    const two = fakeRelayServer({ "resources/list": silent }, { name: "two" });
    const { relays } = relaysOf(one, two);

    await expect(relays.readResource(relayRequest({ uri: "a://1" }), signal)).resolves.toEqual(
      text("a://1"),
    );
  });

  it("is refused if no list names the address, even with one server", async () => {
    const one = fakeRelayServer({ ...listing("a://1"), "resources/read": text("a://hidden") });
    const { relays } = relaysOf(one, fakeRelayServer({}, { name: "two", resources: "none" }));

    await expect(
      relays.readResource(relayRequest({ uri: "a://hidden" }), signal),
    ).rejects.toMatchObject({ code: "resource-unknown" });
    expect(one.asked.map(({ method }) => method)).not.toContain("resources/read");
  });

  it("is refused if two servers have resources and neither knows the address", async () => {
    const one = fakeRelayServer({ "resources/read": text("a://1") });
    const two = fakeRelayServer({ "resources/read": text("a://1") }, { name: "two" });

    await expect(
      relaysOf(one, two).relays.readResource(relayRequest({ uri: "a://1\u001b" }), signal),
    ).rejects.toMatchObject({ code: "resource-unknown", details: { uri: "a://1\\u{1b}" } });
    expect([...one.asked, ...two.asked].map(({ method }) => method)).not.toContain(
      "resources/read",
    );
  });

  it.each([-32_002, -32_602])(
    "reports an unknown resource if its server answers %i",
    async (code) => {
      const one = fakeRelayServer({ ...listing("a://1"), "resources/read": rpc(code) });

      await expect(
        relaysOf(one).relays.readResource(relayRequest({ uri: "a://1" }), signal),
      ).rejects.toMatchObject({ code: "resource-unknown" });
    },
  );

  it("redacts our secrets, as lists do", async () => {
    const one = fakeRelayServer({
      "resources/list": {
        resources: [
          { ...resource("a://1"), title: `key ${secret}` },
          resource(`a://?key=${secret}`),
        ],
      },
      "resources/read": text("a://1", `it is ${secret}, s3cr3t\u200b-key`),
    });
    const { relays } = relaysOf(one);

    const listed = await relays.listResources(signal);
    const read = await relays.readResource(relayRequest({ uri: "a://1" }), signal);

    expect(listed).toEqual([{ ...resource("a://1"), title: "key ***" }]);
    expect(read).toEqual(text("a://1", "it is ***, ***"));
  });

  it("is refused without an address", async () => {
    const one = fakeRelayServer({ "resources/read": text("a://1") });

    await expect(relaysOf(one).relays.readResource(relayRequest({}), signal)).rejects.toMatchObject(
      {
        code: "resource-unknown",
      },
    );
  });
});

describe("getPrompt", () => {
  const answer = { messages: [{ role: "user", content: { type: "text", text: "hi" } }] };

  it("uses the first server that has the prompt", async () => {
    const one = fakeRelayServer({ ...prompting("q"), "prompts/get": { messages: [] } });
    const two = fakeRelayServer({ ...prompting("p"), "prompts/get": answer }, { name: "two" });

    const got = await relaysOf(one, two).relays.getPrompt(relayRequest({ name: "p" }), signal);

    expect(got).toEqual(answer);
    expect(one.asked.map(({ method }) => method)).toEqual(["prompts/list"]);
  });

  it("treats a prompt outside the filter as unknown", async () => {
    const one = fakeRelayServer(
      { ...prompting("p"), "prompts/get": answer },
      { prompts: new Set(["q"]) },
    );

    await expect(
      relaysOf(one).relays.getPrompt(relayRequest({ name: "p" }), signal),
    ).rejects.toMatchObject({ code: "prompt-unknown", details: { prompt: "p" } });
  });

  it("is refused as invalid if the server does not accept the arguments", async () => {
    const one = fakeRelayServer({ ...prompting("p"), "prompts/get": rpc(-32_602) });

    await expect(
      relaysOf(one).relays.getPrompt(relayRequest({ name: "p" }), signal),
    ).rejects.toMatchObject({ code: "relay-refused", details: { server: "one" } });
  });
});

describe("complete", () => {
  const values = { completion: { values: ["x"] } };
  const template = {
    "resources/templates/list": { resourceTemplates: [{ uriTemplate: "a://{id}", name: "t" }] },
  };

  it.each([
    { ref: { type: "ref/prompt", name: "p" }, home: prompting("p") },
    { ref: { type: "ref/resource", uri: "a://{id}" }, home: template },
  ])("forwards $ref.type to its server", async ({ ref, home }) => {
    const one = fakeRelayServer({ "completion/complete": { completion: { values: ["no"] } } });
    const two = fakeRelayServer({ ...home, "completion/complete": values }, { name: "two" });

    const completed = await relaysOf(one, two).relays.complete(
      relayRequest(completing(ref)),
      signal,
    );

    expect(completed).toEqual(values);
    expect(two.asked.at(-1)?.params).toEqual(completing(ref));
  });

  it("sends one value of each argument, the one that the policy sees", async () => {
    const one = fakeRelayServer({ ...prompting("p"), "completion/complete": values });
    const seen: JsonObject[] = [];
    const permit: RelayAccess["permit"] = ({ args }) => {
      seen.push(args);
      return { statement: "s" };
    };
    const access = { reaches: () => true, uses: () => true, shows: () => true, permit };
    const { relaysFor } = openTestRelays([one.server], { access });
    const ref = { type: "ref/prompt", name: "p" };
    const argument = { name: "amount", value: "1" };
    const context = { arguments: { amount: "1000", to: "ada" } };
    const { complete } = relaysFor({ id: "ada", permissions: [] });
    await complete(relayRequest({ ref, argument, context }), signal);

    expect(seen).toEqual([{ amount: "1", to: "ada" }]);
    expect(one.asked.at(-1)?.params).toEqual({
      ref,
      argument,
      context: { arguments: { to: "ada" } },
    });
  });

  it("is empty if the server has no completions", async () => {
    const one = fakeRelayServer(prompting("p"), { capabilities: () => ({ prompts: {} }) });
    const ref = { type: "ref/prompt", name: "p" };

    expect(await relaysOf(one).relays.complete(relayRequest(completing(ref)), signal)).toEqual({
      completion: { values: [], hasMore: false },
    });
  });

  it("is refused for a prompt outside the filter", async () => {
    const one = fakeRelayServer(prompting("p"), { prompts: new Set(["q"]) });
    const ref = { type: "ref/prompt", name: "p" };

    await expect(
      relaysOf(one).relays.complete(relayRequest(completing(ref)), signal),
    ).rejects.toMatchObject({ code: "prompt-unknown" });
  });
});

describe("subscribe", () => {
  it("notifies of changed lists until unsubscribed", () => {
    const one = fakeRelayServer({});
    const { relays } = relaysOf(one);
    const heard: string[] = [];
    const leave = relays.subscribe((what) => heard.push(what));

    one.notify.changed("prompts");
    one.notify.changed("resources");
    leave();
    one.notify.changed("prompts");

    expect(heard).toEqual(["prompts", "resources"]);
  });

  it("does not notify of lists that are held back", () => {
    const one = fakeRelayServer({}, { resources: "none" });
    const { relays } = relaysOf(one);
    const heard: string[] = [];
    relays.subscribe((what) => heard.push(what));

    one.notify.changed("resources");

    expect(heard).toEqual([]);
  });
});

describe("follow", () => {
  it("notifies of changes to that resource only", async () => {
    const one = fakeRelayServer(listing("a://1", "a://2"));
    const { relays } = relaysOf(one);
    let heard = 0;
    await relays.follow(relayRequest({ uri: "a://1" }), () => {
      heard += 1;
    });

    one.notify.resourceUpdated("a://1");
    one.notify.resourceUpdated("a://2");

    expect(heard).toBe(1);
    expect(one.watched).toEqual([["a://1"]]);
  });

  it("ignores the same address on another server", async () => {
    const one = fakeRelayServer(listing("a://1"));
    const two = fakeRelayServer(listing("a://1"), { name: "two" });
    const { relays } = relaysOf(one, two);
    let heard = 0;
    await relays.follow(relayRequest({ uri: "a://1" }), () => {
      heard += 1;
    });

    two.notify.resourceUpdated("a://1");

    expect(heard).toBe(0);
    expect(two.watched).toEqual([]);
  });
});

it("tellAlso notifies of the offered lists, each once, until it ends", () => {
  const others = new Set<() => void>();
  const notified: string[] = [];
  const relays = {
    ...noRelays,
    offered: () => new Set(["resources", "completions"] as const),
  };
  const { subscribe } = notifyAlso(relays, (changed) => {
    others.add(changed);
    return () => void others.delete(changed);
  });

  const end = subscribe((what) => notified.push(what));
  for (const other of others) other();
  end();

  expect(notified).toEqual(["resources"]);
  expect(others.size).toBe(0);
});
