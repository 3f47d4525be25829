import { Agent, request } from "node:http";
import { PassThrough } from "node:stream";
import type { GatewayApi } from "@toolcourt/gateway/internal/edge/entrance";
import { listenStdio } from "@toolcourt/gateway/internal/edge/stdio";
import type { Era } from "@toolcourt/gateway/internal/protocol/era";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { fakeEntranceDeps, openFakeHttp } from "./entrance-deps.ts";

/** One entrance, driven with raw bytes. */
export interface TestEntrance extends AsyncDisposable {
  /** Sends bytes as one message and returns all its answers. */
  readonly say: (
    bytes: Uint8Array | string,
    headers?: Record<string, string>,
  ) => Promise<readonly JsonObject[]>;
}

/** Both entrances of a pipeline, to be driven with the same bytes. */
export const testEntrances = {
  http: openHttpBytes,
  stdio: (gateway: GatewayApi): Promise<TestEntrance> => openStdioBytes(gateway, "legacy"),
  "modern stdio": (gateway: GatewayApi): Promise<TestEntrance> => openStdioBytes(gateway, "modern"),
} as const;

async function openHttpBytes(gateway: GatewayApi): Promise<TestEntrance> {
  const server = await openFakeHttp(gateway);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const defaults = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  return {
    say: (bytes, headers) =>
      new Promise((resolve, reject) => {
        const options = { method: "POST", agent, headers: { ...defaults, ...headers } };
        const sent = request(server.url, options, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("end", () => resolve(answersIn(text, response.statusCode ?? 0)));
        });
        sent.on("error", reject);
        sent.end(bytes);
      }),
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Parses answers sent as plain JSON or as events. A bare status counts as an answer too. */
function answersIn(text: string, status: number): readonly JsonObject[] {
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data);
  const texts = text.startsWith("{") ? [text] : events;
  const answers = texts.map((each) => parseJson(each)).filter((each) => isJsonObject(each));
  return answers.length === 0 && status >= 400 ? [{ error: { code: status } }] : answers;
}

const hello = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "tester", version: "1" },
  },
};

/**
 * The cheapest request of each era. The modern era has no ping, and its first request settles the
 * era.
 */
const pingOf = {
  legacy: '"method":"ping"',
  modern: `"method":"tools/list","params":{"_meta":${JSON.stringify({
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  })}}`,
} satisfies Record<Era, string>;

/**
 * Opens the stdio entrance. A bad line may get no answer or many, so pings behind it mark the end
 * of its answers.
 */
async function openStdioBytes(gateway: GatewayApi, era: Era): Promise<TestEntrance> {
  const input = new PassThrough();
  const output = new PassThrough();
  const entrance = listenStdio(fakeEntranceDeps(gateway), { input, output });
  const waiting = new Map<string, () => void>();
  const answers: JsonObject[] = [];
  let text = "";
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    const lines = `${text}${chunk}`.split("\n");
    text = lines.pop() ?? "";
    for (const each of lines) take(parseJson(each));
  });
  const take = (message: unknown): void => {
    if (!isJsonObject(message)) return;
    const isBack = waiting.get(JSON.stringify(message["id"]));
    if (isBack === undefined) answers.push(message);
    else isBack();
  };
  let pings = 0;
  const ping = (): Promise<void> =>
    new Promise((resolve) => {
      const id = JSON.stringify(`ping-${(pings += 1)}`);
      waiting.set(id, resolve);
      input.write(`\n{"jsonrpc":"2.0","id":${id},${pingOf[era]}}\n`);
    });
  const say: TestEntrance["say"] = async (bytes) => {
    input.write(bytes);
    await ping();
    // A second round trip gives answers that take longer than a ping their time.
    await ping();
    return answers.splice(0);
  };
  await say(era === "legacy" ? JSON.stringify(hello) : "");
  return { say, [Symbol.asyncDispose]: () => entrance[Symbol.asyncDispose]() };
}
