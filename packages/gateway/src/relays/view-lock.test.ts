import type { ItemsByServer } from "@toolcourt/contracts/internal/lock/locked-items";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type FakeRelayServer, fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../upstreams/upstream.ts";
import type { RelaysDeps } from "./create-relays.ts";

const signal = new AbortController().signal;
const ada = { id: "ada", permissions: [] };
const uri = "ui://card";

function serverWith(name: string, content: JsonObject): FakeRelayServer {
  return fakeRelayServer(
    {
      "resources/list": { resources: [{ uri, name: "card" }] },
      "resources/read": async (params) => ({
        contents: [{ uri: params["uri"] ?? "", ...content }],
      }),
    },
    { name },
  );
}

function redactSecrets(text: string): string {
  return text.replaceAll("hunter2", "[redacted]");
}

function readsOf({ asked }: FakeRelayServer): readonly JsonObject[] {
  return asked.filter(({ method }) => method === "resources/read").map(({ params }) => params);
}

/** Opens relays that keep what they save. */
function open(servers: readonly FakeRelayServer[], more: Partial<RelaysDeps> = {}) {
  const saved: ItemsByServer[] = [];
  const save = async (items: ItemsByServer): Promise<void> => void saved.push(items);
  const locked = { items: undefined, save, frozen: false };
  const relays = openTestRelays(
    servers.map(({ server }) => server),
    { locked, ...more },
  );
  return { saved, ...relays };
}

describe("a view", () => {
  it("is followed by the address of its server, and reported by that of its caller", async () => {
    const [one, two] = [serverWith("one", { text: "1" }), serverWith("two", { text: "2" })];
    const { relaysFor } = open([one, two]);
    const heard: string[] = [];
    const { follow } = relaysFor(ada);

    for (const name of ["one", "two"]) {
      await follow(relayRequest({ uri: `ui://${name}/card` }), () => heard.push(name));
    }
    two.notify.resourceUpdated(uri);
    two.notify.resourceUpdated("ui://two/card");

    expect([one.watched, two.watched]).toEqual([[[uri]], [[uri]]]);
    expect(heard).toEqual(["two"]);
  });

  it.each<[string, JsonObject]>([
    ["a text", { text: "<p>hunter2</p>" }],
    ["bytes", { blob: Buffer.from("<p>hunter2</p>").toString("base64") }],
  ])("with a secret of the gateway in %s does not pass", async (_, content) => {
    const { relaysFor, saved } = open([serverWith("one", content)], { redactSecrets });

    const reading = relaysFor(ada).readResource(relayRequest({ uri }), signal);

    await expect(reading).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault: { kind: "secret" } },
    });
    expect(saved.some((items) => items.get("one")?.views !== undefined)).toBe(false);
  });

  it("passes with hidden characters, which stay out of everything around it", async () => {
    const text = "<p>\u200b\u202E</p>";
    const server = serverWith("one", { text, mimeType: "text/html;\u200b", note: "a\u200b" });
    const { relaysFor } = open([server]);

    expect(await relaysFor(ada).readResource(relayRequest({ uri }), signal)).toEqual({
      contents: [{ uri, text, mimeType: "text/html;\u200b", note: "a" }],
    });
  });

  it("may be larger than a text for a model", async () => {
    const text = "x".repeat(2_000_000);
    const { relaysFor } = open([serverWith("one", { text })]);

    const read = await relaysFor(ada).readResource(relayRequest({ uri }), signal);

    expect(read).toEqual({ contents: [{ uri, text }] });
  });
});

describe("a view of a server that does not list its resources", () => {
  it("is neither trusted nor held, and read as soon as there is a list", async () => {
    let isListing = false;
    const clock = createFakeClock();
    const csp = { connectDomains: ["https://a.example"] };
    const fake = fakeRelayServer(
      {
        "resources/list": async () => {
          if (!isListing) throw new UpstreamError({ kind: "http", status: 503 });
          return { resources: [{ uri, name: "card", _meta: { ui: { csp } } }] };
        },
        "resources/templates/list": {
          resourceTemplates: [{ uriTemplate: "ui://{id}", name: "t" }],
        },
        "resources/read": { contents: [{ uri, text: "page" }] },
      },
      { name: "one" },
    );
    const { relaysFor, saved, pinViews } = open([fake], { clock, viewsOf: () => [uri] });
    const read = (): Promise<unknown> => relaysFor(ada).readResource(relayRequest({ uri }), signal);

    await pinViews(signal);
    await expect(read()).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault: { kind: "not-listed" }, passing: true },
    });
    isListing = true;
    await clock.advance(5_001);

    await expect(read()).resolves.toBeDefined();
    expect(saved.at(-1)?.get("one")?.views?.get(uri)?.definition).toMatchObject({ csp });
  });
});

describe("the views of a template", () => {
  it("are trusted up to a number, and leave room for those of tools", async () => {
    const server = fakeRelayServer(
      {
        "resources/list": { resources: [] },
        "resources/templates/list": {
          resourceTemplates: [{ uriTemplate: "ui://cards/{id}", name: "cards" }],
        },
        "resources/read": async (params) => ({
          contents: [{ uri: params["uri"] ?? "", text: "page" }],
        }),
      },
      { name: "one" },
    );
    const { relaysFor } = open([server], { viewsOf: () => [uri], serverOfView: () => "one" });
    const read = (address: string): Promise<unknown> =>
      relaysFor(ada).readResource(relayRequest({ uri: address }), signal);

    for (let id = 0; id < 200; id += 1) await read(`ui://cards/${id}`);

    await expect(read("ui://cards/200")).rejects.toMatchObject({
      code: "relay-quarantined",
      details: { reason: "not-admitted" },
    });
    await expect(read("ui://cards/7")).resolves.toBeDefined();
    await expect(read(uri)).resolves.toBeDefined();
  });
});

describe("the views that tools name", () => {
  it("are read once, and locked", async () => {
    const server = serverWith("one", { text: "1" });
    const { pinViews, saved } = open([server], { viewsOf: () => [uri, "ui://other"] });

    await pinViews(signal);
    await pinViews(signal);

    expect(readsOf(server)).toEqual([{ uri }, { uri: "ui://other" }]);
    expect([...(saved.at(-1)?.get("one")?.views?.keys() ?? [])]).toEqual([uri, "ui://other"]);
  });

  it("are not asked of a server whose resources do not pass, nor after the end", async () => {
    const held = fakeRelayServer({}, { name: "one", resources: "none" });
    const server = serverWith("two", { text: "2" });
    const { pinViews, offers } = open([held, server], { viewsOf: () => [uri] });

    await pinViews(AbortSignal.abort());
    const offered = await offers();

    expect(readsOf(held)).toEqual([]);
    expect(offered.get("one")?.items).toEqual([]);
    expect(offered.get("two")?.items).toMatchObject([{ list: "views", name: uri }]);
  });

  it("say nothing to a reviewer if their server does not answer", async () => {
    const server = fakeRelayServer({ "resources/list": { resources: [] } }, { name: "one" });
    const { offers, pinViews } = open([server], { viewsOf: () => [uri] });

    await pinViews(signal);
    const offered = await offers();

    expect(offered.get("one")?.answered).not.toContain("views");
  });
});
