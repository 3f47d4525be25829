import { type JsonObject, type JsonValue, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { uiExtension, viewType } from "../../packages/gateway/src/protocol/extensions.ts";
import { reading } from "../gate/tools.ts";
import { openViewGateway, resultIn } from "./gateway.ts";
import { type Era, eras, openViewServer } from "./server.ts";

// Whole gateways take longer than a second on a busy machine.
const slow = { timeout: 30_000 };

const settings = { mimeTypes: [viewType] };
const can = { extensions: { [uiExtension]: settings } };
const tools = [reading("get-forecast")];
const call = { name: "one__get-forecast", arguments: { city: "Geneva" } };
const declared = "/_meta/io.modelcontextprotocol~1clientCapabilities/extensions";

interface Row {
  readonly what: string;
  readonly has: JsonObject;
  readonly says: JsonObject;
  /** What the client is told, and what the server is told in a call. */
  readonly offered: JsonValue;
  readonly passed: JsonValue;
}

const unknown = { "com.example/x": { deep: true } };

const table: readonly Row[] = [
  { what: "nobody has one", has: {}, says: {}, offered: null, passed: null },
  { what: "only the client has it", has: {}, says: can, offered: null, passed: null },
  {
    what: "only the server has it",
    has: { [uiExtension]: {} },
    says: {},
    offered: { [uiExtension]: {} },
    passed: null,
  },
  {
    what: "both have it",
    has: { [uiExtension]: {} },
    says: can,
    offered: { [uiExtension]: {} },
    passed: { [uiExtension]: settings },
  },
  {
    what: "the client has other types of pages",
    has: { [uiExtension]: {} },
    says: { extensions: { [uiExtension]: { mimeTypes: ["text/html"] } } },
    offered: { [uiExtension]: {} },
    passed: null,
  },
  {
    what: "both have one that is not handled",
    has: unknown,
    says: { extensions: unknown },
    offered: null,
    passed: null,
  },
  {
    what: "both have one that is not handled, besides",
    has: { ...unknown, [uiExtension]: {} },
    says: { extensions: { ...unknown, ...can.extensions } },
    offered: { [uiExtension]: {} },
    passed: { [uiExtension]: settings },
  },
];

const callers = eras.flatMap((caller) => table.map((row) => ({ caller, ...row })));

describe("the extensions before a modern server", () => {
  it.each(callers)(
    "are never invented for a $caller client: $what",
    slow,
    async ({ caller, has, says, offered, passed }) => {
      await using server = await openViewServer("one", "modern", { extensions: has, tools });
      await using gateway = await openViewGateway([server]);
      const client = await gateway.connect(caller, says);

      expect(resultIn(await client.ask("tools/call", call))).toMatchObject({ isError: false });

      expect(valueAt(client.greeting, "/capabilities/extensions") ?? null).toEqual(offered);
      const [sent = {}] = server.seen("tools/call");
      expect(valueAt(sent, declared) ?? null).toEqual(passed);
    },
  );

  it("are those of each request, not of the one before", slow, async () => {
    const has = { [uiExtension]: {} };
    await using server = await openViewServer("one", "modern", { extensions: has, tools });
    await using gateway = await openViewGateway([server]);
    const { ask } = await gateway.connect("modern");

    await ask("tools/call", call, can);
    await ask("tools/call", call, {});
    await ask("tools/call", call, can);

    const sent = server.seen("tools/call").map((params) => valueAt(params, declared) ?? null);
    expect(sent).toEqual([can.extensions, null, can.extensions]);
  });

  it("reach it with reads too", slow, async () => {
    const has = { [uiExtension]: {} };
    const contents = { "page:1": { text: "one" } };
    const resources = [{ uri: "page:1", name: "page" }];
    const offered = { extensions: has, tools, resources, contents };
    await using server = await openViewServer("one", "modern", offered);
    await using gateway = await openViewGateway([server]);
    const { ask } = await gateway.connect("modern", can);

    resultIn(await ask("resources/read", { uri: "page:1" }));

    const [sent = {}] = server.seen("resources/read");
    expect(valueAt(sent, declared)).toEqual(can.extensions);
  });
});

it("a client learns the same in both lanes", slow, async () => {
  const has = { [uiExtension]: {} };
  await using server = await openViewServer("one", "modern", { extensions: has, tools });
  await using gateway = await openViewGateway([server]);

  const fast = await gateway.connect("modern", can);
  // The fast lane leaves unusual capabilities to the other one.
  const other = await gateway.connect("modern", { ...can, experimental: { a: { b: "c" } } });

  expect(other.greeting).toEqual(fast.greeting);
});

describe("the extensions before a legacy server", () => {
  it.each(eras)("are stated once, whatever a %s client declares", slow, async (caller) => {
    const has = { [uiExtension]: {} };
    await using server = await openViewServer("one", "legacy", { extensions: has, tools });
    await using plain = await openViewGateway([server]);
    await using stating = await openViewGateway([server], { extensions: [uiExtension] });

    for (const gateway of [plain, stating]) {
      const { ask } = await gateway.connect(caller, can);
      resultIn(await ask("tools/call", call));
    }

    const greeted = server.seen("initialize");
    expect(greeted.map((params) => valueAt(params, "/capabilities/extensions") ?? null)).toEqual([
      null,
      can.extensions,
    ]);
    for (const sent of server.seen("tools/call")) expect(valueAt(sent, declared)).toBeUndefined();
  });
});

const upstreams = eras.map((era) => [era] as const);

it.each(upstreams)(
  "an unknown extension of a %s server is named once in the log",
  slow,
  async (era) => {
    const has = { "com.example/x": {}, [uiExtension]: {} };
    await using server = await openViewServer("one", era, { extensions: has, tools });
    await using gateway = await openViewGateway([server]);
    const { ask } = await gateway.connect("modern", can);

    await ask("tools/call", call);
    await ask("tools/call", call);

    expect(gateway.lines.filter((line) => line.includes("extension"))).toEqual([
      "INFO: MCP server 'one' has the extension 'com.example/x', which the gateway does not handle, so it is dropped",
    ]);
  },
);

it.each(upstreams)("a result of an unknown type of a %s server is refused", slow, async (era) => {
  const result = { resultType: "task", taskId: "t-1", content: [], structuredContent: {} };
  await using server = await openViewServer("one", era, { tools, answer: { result } });
  await using gateway = await openViewGateway([server]);

  const answers = await Promise.all(
    eras.map(async (caller) => (await gateway.connect(caller, can)).ask("tools/call", call)),
  );

  for (const answer of answers) {
    expect(JSON.stringify(answer)).toContain("upstream-failed");
    expect(JSON.stringify(answer)).not.toContain("t-1");
  }
});

function demanding(id: string): JsonObject {
  const requiredCapabilities = { extensions: { [id]: {} } };
  return { code: -32_021, message: "Missing", data: { requiredCapabilities, note: "their words" } };
}

async function asked(id: string, caller: Era, says: JsonObject): Promise<JsonObject> {
  const offered = { tools, answer: { error: demanding(id) }, extensions: { [uiExtension]: {} } };
  await using server = await openViewServer("one", "modern", offered);
  await using gateway = await openViewGateway([server]);
  const { ask } = await gateway.connect(caller, says);
  return await ask("tools/call", call);
}

describe("a server that demands an extension", () => {
  it("is answered with the need of the caller's own connection", slow, async () => {
    const answer = await asked(uiExtension, "modern", {});

    expect(answer).toMatchObject({
      error: {
        code: -32_021,
        data: {
          code: "extension-required",
          requiredCapabilities: { extensions: { [uiExtension]: {} } },
        },
      },
    });
    expect(JSON.stringify(answer)).not.toContain("their words");
  });

  it("is refused in a result to a legacy client", slow, async () => {
    const answer = resultIn(await asked(uiExtension, "legacy", {}));

    expect(valueAt(answer, "/_meta/dev.toolcourt~1refusal")).toMatchObject({
      code: "extension-required",
      evidence: { extension: uiExtension },
    });
  });

  it.each<[string, string, JsonObject]>([
    ["one that the client declared", uiExtension, can],
    ["one that is not handled", "com.example/x", {}],
  ])("failed if it is %s", slow, async (_, id, says) => {
    const answer = resultIn(await asked(id, "modern", says));

    expect(valueAt(answer, "/_meta/dev.toolcourt~1refusal/code")).toBe("upstream-failed");
  });
});
