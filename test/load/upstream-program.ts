import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { reading } from "../gate/tools.ts";

// An HTTP server in its own process. Arguments: its port, and its tools. Reports when it listens.
// A tool whose name ends in `-bad` always fails. Messages change how the server behaves.

const [port = "0", ...names] = process.argv.slice(2);
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
let mood = "well";
process.on("message", (order) => {
  if (typeof order === "string") mood = order;
});
process.on("disconnect", () => process.exit());

function resultOf(method: unknown): JsonObject {
  if (method === "server/discover") {
    return { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
  }
  if (method === "tools/list") return { tools: names.map((name) => reading(name)) };
  return { content: [], structuredContent: { celsius: 21 }, isError: false };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, method, params = {} } = messageIn(await text(request));
  if (id === undefined) response.writeHead(request.method === "POST" ? 202 : 405).end();
  else if (method === "tools/call" && isBad(params)) response.writeHead(500).end();
  else {
    const whole = JSON.stringify({ jsonrpc: "2.0", id, result: { ...seal, ...resultOf(method) } });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(method === "tools/call" ? await inMood(whole) : whole);
  }
}

function messageIn(body: string): JsonObject {
  const message = body === "" ? {} : parseJson(body);
  return isJsonObject(message) ? message : {};
}

function isBad(params: JsonValue): boolean {
  const name = isJsonObject(params) ? own(params, "name") : undefined;
  return typeof name === "string" && name.endsWith("-bad");
}

async function inMood(whole: string): Promise<string> {
  if (mood === "slow") await systemClock.sleep(700);
  return mood === "garbling" ? "{ this is no answer" : whole;
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
