import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { reading } from "../gate/tools.ts";

// An HTTP server in its own process. Arguments: its port, and its tools. Reports when it listens.
// Each tool has a resource and a prompt of its name. What is named `-bad` at its end always fails.
// Messages change how the server behaves.

const [port = "0", ...names] = process.argv.slice(2);
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
let mood = "well";
process.on("message", (order) => {
  if (typeof order === "string") mood = order;
});
process.on("disconnect", () => process.exit());

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
const lists: ReadonlyMap<unknown, JsonObject> = new Map([
  ["server/discover", { supportedVersions: ["2026-07-28"], capabilities }],
  ["tools/list", { tools: names.map((name) => reading(name)) }],
  ["resources/list", { resources: names.map((name) => ({ name, uri: `load:///${name}` })) }],
  ["resources/templates/list", { resourceTemplates: [] }],
  ["prompts/list", { prompts: names.map((name) => ({ name, arguments: [{ name: "city" }] })) }],
]);

function resultOf(method: unknown, params: JsonValue): JsonObject {
  if (method === "resources/read" && isJsonObject(params)) {
    return { contents: [{ uri: own(params, "uri") ?? null, text: "Bern" }] };
  }
  if (method === "prompts/get") {
    return { messages: [{ role: "user", content: { type: "text", text: "Bern" } }] };
  }
  if (method === "completion/complete") return { completion: { values: ["Bern"] } };
  return {
    content: [],
    structuredContent: { celsius: isBroken(params) ? "hot" : 21 },
    isError: false,
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, method, params = {} } = messageIn(await text(request));
  if (id === undefined) response.writeHead(request.method === "POST" ? 202 : 405).end();
  else if (isBad(params)) response.writeHead(500).end();
  else {
    const list = lists.get(method);
    const result = { ...seal, ...(list ?? resultOf(method, params)) };
    const whole = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(list === undefined ? await inMood(whole) : whole);
  }
}

function messageIn(body: string): JsonObject {
  const message = body === "" ? {} : parseJson(body);
  return isJsonObject(message) ? message : {};
}

/** A name that ends so has answers against its contract. */
function isBroken(params: JsonValue): boolean {
  const name = isJsonObject(params) ? own(params, "name") : undefined;
  return typeof name === "string" && name.endsWith("-broken");
}

function isBad(params: JsonValue): boolean {
  if (!isJsonObject(params)) return false;
  const ref = own(params, "ref");
  const name = own(isJsonObject(ref) ? ref : params, "name") ?? own(params, "uri");
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
