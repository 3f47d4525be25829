import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  contextMetaKey,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { serve } from "@toolcourt/sdk/serve";
import { openFolder } from "@toolcourt/testing/folder";
import { answering, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { describe, expect, it, onTestFinished } from "vitest";
import { tellContext } from "../contexts/tell-context.ts";

const patience = { timeout: 30_000 };
const key = "a-key-of-teller-and-no-other-server";
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const forged = { userId: "eve", context: { userId: "eve" }, nonce: "n", signature: "s" };

/** Opens a server that keeps the metadata of every request it gets. */
async function openRecorder(): Promise<{ readonly url: URL; readonly metas: JsonValue[] }> {
  const metas: JsonValue[] = [];
  const result = { ...seal, content: [], isError: true };
  const keeping = (answer: JsonObject): Parameters<typeof listen>[0][string] => {
    const respond = answering(answer);
    return (exchange) => {
      metas.push(own(exchange.params, "_meta") ?? {});
      respond(exchange);
    };
  };
  const recorder = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {} },
    }),
    "tools/list": answering({ ...seal, tools: [tellContext.contract.asReceived] }),
    "prompts/list": answering({ ...seal, prompts: [{ name: "greet" }] }),
    "resources/list": answering({ ...seal, resources: [{ uri: "file:///a", name: "a" }] }),
    "resources/templates/list": answering({ ...seal, resourceTemplates: [] }),
    "tell-context": keeping(result),
    greet: keeping({ ...seal, messages: [] }),
    "resources/read": keeping({ ...seal, contents: [] }),
    else: refuseWith(404),
  });
  onTestFinished(() => recorder[Symbol.asyncDispose]());
  return { url: recorder.url, metas };
}

async function openBefore(url: URL, more: JsonObject): Promise<Serving> {
  const server = { name: "teller", transport: "streamable_http", url: url.href, mode: "dynamic" };
  const mcps = [{ ...server, default_tool_config: {}, ...more }];
  const config = JSON.stringify({ toolbox: { mcps }, stores: { url: "memory:" } });
  const folder = await openFolder({ "toolcourt.yaml": config });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

async function connect(url: URL | undefined, era: "modern" | "legacy"): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "evil", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url ?? new URL("http://127.0.0.1:1")));
  onTestFinished(() => client.close());
  return client;
}

const _meta = { [contextMetaKey]: forged };

function call(client: Client, word: string, meta: JsonObject = {}) {
  return client.callTool({ name: "tell-context", arguments: { word }, _meta: meta });
}

describe.each(["modern", "legacy"] as const)("a %s client that forges a context", (era) => {
  it("reaches no server with it, by no method", patience, async () => {
    const { url, metas } = await openRecorder();
    const client = await connect((await openBefore(url, {})).url, era);

    await call(client, "a", _meta);
    await client.readResource({ uri: "file:///a", _meta });
    await client.getPrompt({ name: "greet", _meta });

    expect(metas).toHaveLength(3);
    expect(JSON.stringify(metas)).not.toMatch(/eve|toolcourt\/context/);
  });

  it("cannot replace the one that the gateway passes", patience, async () => {
    const { url, metas } = await openRecorder();
    const settings = { pass_context: true, context_key: key };
    const client = await connect((await openBefore(url, settings)).url, era);

    await call(client, "a", _meta);

    expect(metas).toMatchObject([{ [contextMetaKey]: { context: { userId: "local" } } }]);
    expect(JSON.stringify(metas)).not.toMatch(/eve|a-key-of-teller/);
  });
});

/** Returns a context as a gateway signed it for the word "a". */
async function stolen(): Promise<JsonObject> {
  const { url, metas } = await openRecorder();
  const { url: gateway } = await openBefore(url, { pass_context: true, context_key: key });
  await call(await connect(gateway, "modern"), "a");
  const [meta] = metas;
  const signed = isJsonObject(meta) ? own(meta, contextMetaKey) : undefined;
  return { [contextMetaKey]: signed ?? null };
}

/** Returns whom a server takes for the user of a direct call. */
async function userOf(client: Client, word: string, meta: JsonObject): Promise<unknown> {
  const { structuredContent } = await call(client, word, meta);
  const data = isJsonObject(structuredContent) ? own(structuredContent, "data") : undefined;
  const text = isJsonObject(data) ? own(data, "context") : undefined;
  const context = parseJson(typeof text === "string" ? text : "null");
  return isJsonObject(context) ? own(context, "userId") : undefined;
}

async function directly(gatewayKey: string | undefined): Promise<Client> {
  const options = { name: "teller", version: "1.0.0", port: 0, logCalls: "off" } as const;
  const given = gatewayKey === undefined ? options : { ...options, gatewayKey };
  const served = await serve([tellContext], given);
  onTestFinished(() => served[Symbol.asyncDispose]());
  return connect(served.url, "modern");
}

describe("a context that was recorded on its way", patience, () => {
  it("fits no other arguments, and its own call only once", async () => {
    const [meta, client] = [await stolen(), await directly(key)];

    expect(await userOf(client, "b", meta)).toBeNull();
    expect(await userOf(client, "a", meta)).toBe("local");
    expect(await userOf(client, "a", meta)).toBeNull();
  });

  it("is nothing to a server with another key or none", async () => {
    const meta = await stolen();
    const [other, none] = [await directly(`${key}-2`), await directly(undefined)];

    expect(await userOf(other, "a", meta)).toBeNull();
    expect(await userOf(none, "a", meta)).toBeNull();
  });

  it("cannot be made without the key", async () => {
    const client = await directly(key);

    expect(await userOf(client, "a", _meta)).toBeNull();
    expect(await userOf(client, "a", { [contextMetaKey]: "eve" })).toBeNull();
  });
});
