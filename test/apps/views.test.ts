import { createHash } from "node:crypto";
import { isJsonArray, isJsonObject, type JsonObject, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openViewGateway, resultIn, type ViewClient } from "./gateway.ts";
import { csp, mimeType, offering, pageOf, ui, uri, viewing } from "./pages.ts";
import { type Era, eras, type Offered, openViewServer } from "./server.ts";

// Whole gateways take longer than a second on a busy machine.
const slow = { timeout: 30_000 };

/** Returns the content of a read. */
async function read({ ask }: ViewClient, address: string): Promise<JsonObject> {
  const content = valueAt(resultIn(await ask("resources/read", { uri: address })), "/contents/0");
  if (!isJsonObject(content)) throw new Error("no content");
  return content;
}

/** Returns the members of all entries of a list. */
async function listed({ ask }: ViewClient, method: string, pointer: string) {
  const list = Object.values(resultIn(await ask(method))).find(isJsonArray) ?? [];
  return list.map((entry) => valueAt(entry, pointer));
}

const pairs = eras.flatMap((upstream) => eras.map((caller) => ({ upstream, caller })));

async function openTwo(era: Era, more: Partial<Offered> = {}) {
  const one = await openViewServer("one", era, offering("one", more));
  const two = await openViewServer("two", era, offering("two", more));
  return {
    servers: [one, two] as const,
    async [Symbol.asyncDispose](): Promise<void> {
      await one[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
    },
  };
}

describe.each(pairs)("two $upstream servers with one address, to a $caller client", (pair) => {
  it("are both read, byte for byte, by the addresses that their tools name", slow, async () => {
    await using opened = await openTwo(pair.upstream);
    const { servers } = opened;
    await using gateway = await openViewGateway(servers);
    const client = await gateway.connect(pair.caller);

    const tools = await listed(client, "tools/list", "/_meta/ui");
    const contents = [await read(client, "ui://one/card"), await read(client, "ui://two/card")];

    expect(tools).toEqual(
      ["one", "two"].map((name) => ({
        resourceUri: `ui://${name}/card`,
        visibility: ["model", "app"],
      })),
    );
    expect(await listed(client, "tools/list", "/_meta/ui~1resourceUri")).toEqual([
      "ui://one/card",
      "ui://two/card",
    ]);
    expect(contents).toEqual(
      ["one", "two"].map((name) => ({
        uri: `ui://${name}/card`,
        mimeType,
        text: pageOf(name),
        _meta: { ui, other: 1 },
      })),
    );
    for (const server of servers) {
      const reads = server.seen("resources/read").map(({ uri: sent }) => sent);
      expect(new Set(reads)).toEqual(new Set([uri]));
      const names = new Set(pair.upstream === "modern" ? [uri] : []);
      expect(new Set(server.namedReads())).toEqual(names);
    }
  });

  it("are listed with their own addresses, and no other is rewritten", slow, async () => {
    await using opened = await openTwo(pair.upstream);
    await using gateway = await openViewGateway(opened.servers);
    const client = await gateway.connect(pair.caller);

    expect(await listed(client, "resources/list", "/uri")).toEqual([
      "ui://one/card",
      "ui://two/card",
    ]);
    expect(await listed(client, "resources/list", "/_meta/ui")).toEqual([ui, ui]);
    expect(await listed(client, "resources/templates/list", "/uriTemplate")).toEqual([
      "ui://one/cards/{id}",
      "ui://two/cards/{id}",
    ]);
  });

  it("refuse an address without the name of a server, which both have", slow, async () => {
    await using opened = await openTwo(pair.upstream);
    await using gateway = await openViewGateway(opened.servers);
    const { ask } = await gateway.connect(pair.caller);

    const answer = await ask("resources/read", { uri });

    expect(answer).toMatchObject({
      error: {
        code: pair.caller === "modern" ? -32_602 : -32_002,
        data: { code: "resource-unknown" },
      },
    });
  });

  it("serve an address without the name of a server that one alone has", slow, async () => {
    await using opened = await openTwo(pair.upstream);
    const [one] = opened.servers;
    one.offer({ contents: { "ui://mine": { mimeType, text: "mine" } } });
    one.offer({ resources: [{ uri: "ui://mine", name: "mine" }] });
    await using gateway = await openViewGateway(opened.servers);
    const client = await gateway.connect(pair.caller);

    expect(await read(client, "ui://mine")).toMatchObject({ uri: "ui://one/mine", text: "mine" });
  });

  it("have their addresses rewritten in results and in prompts, not in texts", slow, async () => {
    const link = { type: "resource_link", uri: "ui://link", name: "link" };
    const embedded = { type: "resource", resource: { uri: "ui://link", text: `see ${uri}` } };
    const text = { type: "text", text: `see ${uri}` };
    const meta = { ui: { resourceUri: uri }, "ui/resourceUri": uri };
    const result = {
      content: [text, link, embedded],
      structuredContent: { celsius: 21 },
      _meta: meta,
    };
    const messages = [link, embedded].map((content) => ({ role: "user", content }));
    const contents = { "ui://link": { mimeType, text: "linked" } };
    await using opened = await openTwo(pair.upstream, { answer: { result }, messages, contents });
    await using gateway = await openViewGateway(opened.servers);
    const client = await gateway.connect(pair.caller);
    const call = { name: "two__get-two", arguments: { city: "Geneva" } };

    const called = resultIn(await client.ask("tools/call", call));
    const got = resultIn(await client.ask("prompts/get", { name: "greet-one" }));

    expect(called).toMatchObject({
      content: [
        text,
        { ...link, uri: "ui://two/link" },
        { type: "resource", resource: { uri: "ui://two/link", text: `see ${uri}` } },
      ],
      structuredContent: { celsius: 21 },
      _meta: { ui: { resourceUri: "ui://two/card" }, "ui/resourceUri": "ui://two/card" },
    });
    expect(got).toMatchObject({
      messages: [
        { content: { ...link, uri: "ui://one/link" } },
        { content: { resource: { uri: "ui://one/link", text: `see ${uri}` } } },
      ],
    });
    // What a result linked can be read, from the server that linked it.
    expect(await read(client, "ui://two/link")).toMatchObject({ text: "linked" });
  });

  it("complete a template by their own texts", slow, async () => {
    await using opened = await openTwo(pair.upstream);
    await using gateway = await openViewGateway(opened.servers);
    const { ask } = await gateway.connect(pair.caller);
    const ref = { type: "ref/resource", uri: "ui://two/cards/{id}" };

    const result = resultIn(
      await ask("completion/complete", { ref, argument: { name: "id", value: "7" } }),
    );

    expect(result).toMatchObject({ completion: { values: ["two"] } });
    const [, two] = opened.servers;
    expect(two.seen("completion/complete")).toMatchObject([{ ref: { uri: "ui://cards/{id}" } }]);
  });
});

describe.each(eras)("one %s server", (era) => {
  it("keeps its addresses, its pages as bytes and its tools for views", slow, async () => {
    const blob = Buffer.from(pageOf("one")).toString("base64");
    const more = {
      tools: [viewing("get-one"), viewing("for-views", { visibility: ["app"] })],
      contents: { [uri]: { mimeType, blob } },
    };
    await using server = await openViewServer("one", era, offering("one", more));
    await using gateway = await openViewGateway([server]);
    const client = await gateway.connect("modern");

    expect(await read(client, uri)).toEqual({ uri, mimeType, blob });
    expect(await listed(client, "tools/list", "/_meta/ui")).toEqual([
      { resourceUri: uri, visibility: ["app"] },
      { resourceUri: uri, visibility: ["model", "app"] },
    ]);
  });

  it("keeps its tools for views in a list before a search", slow, async () => {
    const tools = [viewing("get-one"), viewing("for-views", { visibility: ["app"] })];
    await using server = await openViewServer("one", era, offering("one", { tools }));
    const indexTools = { indexTools: async () => () => () => [] };
    await using gateway = await openViewGateway([server], { discovery: "search" }, indexTools);
    const client = await gateway.connect("modern");

    expect(await listed(client, "tools/list", "/name")).toEqual([
      "search_tools",
      "call_tool",
      "one__for-views",
    ]);
  });

  it("has its views in the lock with its tools, before any client reads one", slow, async () => {
    // No list names the view.
    const hidden = offering("one", { resources: [] });
    await using server = await openViewServer("one", era, hidden);
    await using gateway = await openViewGateway([server]);

    await expect
      .poll(() => gateway.saved()?.items?.get("one")?.views?.get(uri)?.definition)
      .toEqual({
        uri,
        mimeType,
        csp,
        permissions: ui.permissions,
        domain: ui.domain,
        sha256: createHash("sha256").update(pageOf("one")).digest("hex"),
      });
  });
});
