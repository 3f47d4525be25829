import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { fakeGatewayApi, noRelays, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { beforeAll, describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall, Question } from "../pipeline/call.ts";
import type { RelayRequest, Relays } from "../relays/relays.ts";
import { textIn } from "../relays/route.ts";
import type { Listening } from "./http.ts";

type FakeParts = Partial<Parameters<typeof fakeGatewayApi>[0]>;

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;
type Mode = (typeof eras)[number]["mode"];

const asks = {
  inputRequests: {
    name: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Who?",
        requestedSchema: { type: "object", properties: { who: { type: "string" } } },
      },
    },
  },
  requestState: "sealed",
};
const fine: CheckedResult = { content: [{ type: "text", text: "fine" }], isError: false };

/** Builds servers with one of everything, and exposes their listeners. */
function setUp() {
  const requests: RelayRequest[] = [];
  const listeners = new Set<(what: "resources" | "prompts") => void>();
  const followed = new Map<string, () => void>();
  const once = async (request: RelayRequest, result: JsonObject): Promise<JsonObject> => {
    requests.push(request);
    const wants = request.params["name"] === "asking" || request.params["uri"] === "x:asking";
    const isAnswered = Object.hasOwn(request.params, "inputResponses");
    return wants && !isAnswered ? { resultType: "input_required", ...asks } : result;
  };
  const relays: Relays = {
    ...noRelays,
    offered: () => new Set(["resources", "prompts", "completions"]),
    listResources: async () => [{ uri: "x:a", name: "a", "x-kept": 1 }],
    listTemplates: async () => [{ uriTemplate: "x:{id}", name: "t" }],
    listPrompts: async () => [{ name: "greet" }],
    readResource: async (request) => {
      if (request.params["uri"] === "x:gone")
        throw new Refusal("resource-unknown", { uri: "x:gone" });
      return once(request, { contents: [{ uri: "x:a", text: "hi" }] });
    },
    getPrompt: (request) =>
      once(request, { messages: [{ role: "user", content: { type: "text", text: "hi" } }] }),
    complete: (request) => once(request, { completion: { values: ["paris"] } }),
    follow: async ({ params }, changed) => {
      const uri = textIn(params, "uri");
      followed.set(uri, changed);
      return async () => void followed.delete(uri);
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  const tools = new Set<() => void>();
  const line: FakeParts = {
    relays,
    subscribe: (changed) => {
      tools.add(changed);
      return () => tools.delete(changed);
    },
  };
  return { line, requests, listeners, followed, tools };
}

function open(
  line: FakeParts,
  callTool: (call: IncomingCall) => Promise<CheckedResult | Question> = async () => fine,
): Promise<Listening> {
  return openFakeHttp(fakeGatewayApi({ listed: () => [], callTool, ...line }));
}

async function connect({ url }: Listening, mode: Mode): Promise<Client> {
  const client = new Client(
    { name: "tester", version: "9" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", async () => ({
    action: "accept",
    content: { who: "Ada" },
  }));
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

// The SDK builds its schemas on first use, which takes longer than the test timeout.
beforeAll(async () => {
  await using server = await open({});
  for (const { mode } of eras) {
    const client = await connect(server, mode);
    await client.callTool({ name: "any", arguments: {} });
    await client.close();
  }
});

const answered = { name: { action: "accept", content: { who: "Ada" } } };

describe.each(eras)("relayed resources and prompts for a $era client", ({ mode, era }) => {
  it("lists resources, templates and prompts with unknown fields", async () => {
    await using server = await open(setUp().line);
    const client = await connect(server, mode);

    expect(await client.listResources()).toMatchObject({ resources: [{ uri: "x:a" }] });
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: "x:{id}" }],
    });
    expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: "greet" }] });
    await client.close();
  });

  it("reads a resource, gets a prompt and completes an argument", async () => {
    await using server = await open(setUp().line);
    const client = await connect(server, mode);

    expect(await client.readResource({ uri: "x:a" })).toMatchObject({ contents: [{ text: "hi" }] });
    expect(await client.getPrompt({ name: "greet" })).toMatchObject({
      messages: [{ role: "user" }],
    });
    const ref = { type: "ref/prompt", name: "greet" } as const;
    expect(await client.complete({ ref, argument: { name: "city", value: "p" } })).toMatchObject({
      completion: { values: ["paris"] },
    });
    await client.close();
  });

  it("answers a missing resource with the protocol's error code", async () => {
    await using server = await open(setUp().line);
    const client = await connect(server, mode);

    await expect(client.readResource({ uri: "x:gone" })).rejects.toMatchObject({ code: -32_602 });
    await client.close();
  });

  it("lets a prompt or resource ask before it answers", async () => {
    const { line, requests } = setUp();
    await using server = await open(line);
    const client = await connect(server, mode);

    await client.getPrompt({ name: "asking" });
    await client.readResource({ uri: "x:asking" });

    const [, prompt, , resource] = requests;
    expect(prompt?.params).toMatchObject({ inputResponses: answered, requestState: "sealed" });
    expect(resource?.params).toMatchObject({ inputResponses: answered, requestState: "sealed" });
    expect(prompt?.channel).toMatchObject({ capabilities: { elicitation: { form: {} } } });
    await client.close();
  });

  it("announces changes of tools, prompts and resources", async () => {
    const { line, listeners, followed, tools } = setUp();
    await using server = await open(line);
    const client = await connect(server, mode);
    const told: string[] = [];
    const all = Promise.withResolvers<void>();
    const hear = (what: string): void => {
      told.push(what);
      if (told.length === 4) all.resolve();
    };
    client.setNotificationHandler("notifications/tools/list_changed", () => hear("tools"));
    client.setNotificationHandler("notifications/prompts/list_changed", () => hear("prompts"));
    client.setNotificationHandler("notifications/resources/list_changed", () => hear("resources"));
    client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
      hear(params.uri),
    );
    if (era === "legacy") await client.subscribeResource({ uri: "x:a" });
    else {
      await client.listen({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ["x:a"],
      });
    }

    for (const changed of tools) changed();
    for (const changed of listeners) {
      changed("prompts");
      changed("resources");
    }
    followed.get("x:a")?.();
    await all.promise;

    expect(told.toSorted()).toEqual(["prompts", "resources", "tools", "x:a"]);
    await client.close();
  });
});

it("answers a missing resource with the older error code for a legacy client", async () => {
  await using server = await open(setUp().line);

  const response = await fetch(server.url, {
    method: "POST",
    body: '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:gone"}}',
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
  });

  // The SDK's client would translate it into the current error code.
  expect(await response.text()).toContain('"code":-32002');
});

it("ends a legacy client's subscription at the first unsubscribe, however often it subscribed", async () => {
  const { line, followed } = setUp();
  await using server = await open(line);
  const client = await connect(server, "legacy");
  await client.subscribeResource({ uri: "x:a" });
  await client.subscribeResource({ uri: "x:a" });
  expect([...followed.keys()]).toEqual(["x:a"]);

  await client.unsubscribeResource({ uri: "x:a" });

  expect(followed.size).toBe(0);
  await client.close();
});

describe("a tool that asks the client", () => {
  it.each(eras)("is answered by a $era client", async ({ mode }) => {
    const calls: IncomingCall[] = [];
    await using server = await open({}, async (call) => {
      calls.push(call);
      return call.resumption === undefined ? { asks } : fine;
    });
    const client = await connect(server, mode);

    const result = await client.callTool({ name: "asking", arguments: { a: 1 } });

    expect(result).toMatchObject({ content: [{ text: "fine" }] });
    expect(calls.map(({ resumption }) => resumption)).toEqual([
      undefined,
      { inputResponses: answered, requestState: "sealed" },
    ]);
    await client.close();
  });

  it("reaches a legacy client during the call", async () => {
    const answers: JsonObject[] = [];
    await using server = await open({}, async ({ channel }) => {
      const request = asks.inputRequests.name;
      const answer = await channel?.ask?.(request, new AbortController().signal);
      answers.push(answer ?? {});
      return fine;
    });
    const client = await connect(server, "legacy");

    await client.callTool({ name: "asking", arguments: {} });

    expect(answers).toEqual([answered.name]);
    await client.close();
  });

  it("cannot reach a modern client during the call", async () => {
    const reaches: IncomingCall["channel"][] = [];
    await using server = await open({}, async ({ channel }) => {
      reaches.push(channel);
      return fine;
    });
    const client = await connect(server, { pin: "2026-07-28" });

    await client.callTool({ name: "asking", arguments: {} });

    expect(reaches).toEqual([{ capabilities: { elicitation: { form: {} } } }]);
    await client.close();
  });
});

async function chatty({ channel }: IncomingCall): Promise<CheckedResult> {
  channel?.log?.onMessage({ level: "debug", data: "quiet" });
  channel?.log?.onMessage({ level: "warning", logger: "db", data: "loud" });
  return fine;
}

async function heard(client: Client, call: () => Promise<unknown>): Promise<unknown[]> {
  const lines: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void lines.push(params));
  await call();
  return lines;
}

describe("log lines of a call", () => {
  const loud = [{ level: "warning", logger: "db", data: "loud" }];

  it("reach a legacy client that set a level", async () => {
    await using server = await open({}, chatty);
    const client = await connect(server, "legacy");
    const call = () => client.callTool({ name: "any", arguments: {} });

    expect(await heard(client, call)).toEqual([]);
    // oxlint-disable-next-line typescript/no-deprecated -- legacy clients have nothing else
    await client.setLoggingLevel("info");
    expect(await heard(client, call)).toEqual(loud);
    await client.close();
  });

  it("reach a modern client that requests them for the call", async () => {
    await using server = await open({}, chatty);
    const client = await connect(server, { pin: "2026-07-28" });
    const _meta = { "io.modelcontextprotocol/logLevel": "info" };

    expect(await heard(client, () => client.callTool({ name: "any", arguments: {} }))).toEqual([]);
    expect(
      await heard(client, () => client.callTool({ name: "any", arguments: {}, _meta })),
    ).toMatchObject(loud);
    await client.close();
  });
});
