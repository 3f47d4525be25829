// The client program for the conformance suite. It drives our connector, uses everything a server
// offers and accepts every input request.

import { argv, env } from "node:process";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { EraMemory } from "../../../packages/gateway/src/upstreams/connection.ts";
import { openUpstream } from "../../../packages/gateway/src/upstreams/transports.ts";
import {
  type CallerChannel,
  type InputRequest,
  type Resumption,
  type Upstream,
  UpstreamError,
} from "../../../packages/gateway/src/upstreams/upstream.ts";
import { agree } from "./agree.ts";
import { Credentials } from "./credentials.ts";
import { exampleOf } from "./example-of.ts";

const noAbort = new AbortController().signal;
const maxRounds = 5;

const channel: CallerChannel = {
  capabilities: { elicitation: { form: {} } },
  ask: async (request) => agree(request),
};

/** Calls a tool, and again with state and answers as often as the server requests input. */
async function call(upstream: Upstream, name: string, input: JsonObject): Promise<void> {
  let resumption: Resumption | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const sent = { name, arguments: input, channel, ...(resumption && { resumption }) };
    const result = await credentials.steppingUp(() => upstream.callTool(sent, noAbort));
    if (own(result, "resultType") !== "input_required") return;
    resumption = answersTo(result);
  }
}

function answersTo(result: JsonObject): Resumption {
  const asked = Object.entries(objectAt(result, "inputRequests"));
  const requestState = own(result, "requestState");
  return {
    inputResponses: Object.fromEntries(asked.map(([key, each]) => [key, agree(toRequest(each))])),
    ...(typeof requestState === "string" && { requestState }),
  };
}

function toRequest(value: JsonValue): InputRequest {
  const request = isJsonObject(value) ? value : {};
  return { method: textAt(request, "method"), params: objectAt(request, "params") };
}

/** Makes the calls of the scenario, then calls every other tool once. */
async function callTools(upstream: Upstream): Promise<void> {
  const wanted = objectsAt(contextOf(), "toolCalls");
  const listed = await credentials.steppingUp(() => upstream.listTools(noAbort));
  const tools = listed.filter(isJsonObject);
  for (const tool of tools) {
    const name = textAt(tool, "name");
    const given = wanted.find((each) => textAt(each, "name") === name);
    const example = { ...exampleOf(objectAt(tool, "inputSchema")), ...echoed(name, tools) };
    const input = given ? objectAt(given, "arguments") : example;
    await call(upstream, name, input).catch(unlessRefused);
  }
}

function contextOf(): JsonObject {
  const context = parseJson(env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
  return isJsonObject(context) ? context : {};
}

/** One scenario expects its schema back as we received it. */
function echoed(name: string, [focal = {}]: readonly JsonObject[]): JsonObject {
  return name === "json_schema_echo" ? { schema: objectAt(focal, "inputSchema") } : {};
}

/** Ignores a protocol-level refusal, so that the next call is made. Rethrows other errors. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof UpstreamError) || error.fault.kind !== "rpc") throw error;
}

/** Lists all items of a kind and requests each by its key. */
async function useAll(
  upstream: Upstream,
  kind: "prompts" | "resources",
  { key, method }: { readonly key: string; readonly method: string },
): Promise<void> {
  if (own(upstream.capabilities(), kind) === undefined) return;
  const listed = await upstream.request({ method: `${kind}/list`, params: {}, channel }, noAbort);
  for (const each of objectsAt(listed, kind)) {
    const params = { [key]: textAt(each, key) };
    await upstream.request({ method, params, channel }, noAbort);
  }
}

function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value = own(object, key);
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

function textAt(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}

const server = new URL(argv.at(-1) ?? "");
const scenario = env["MCP_CONFORMANCE_SCENARIO"] ?? "";
await using credentials = new Credentials(server, { scenario, context: contextOf() });
await using upstream = await openUpstream(
  { kind: "streamable_http", url: server },
  {
    clock: systemClock,
    credentials,
    listeners: { toolsChanged: () => undefined },
    signal: noAbort,
    memory: new EraMemory(systemClock),
    searchPath: "",
    allowedRequests: ["elicitation"],
  },
);
await callTools(upstream);
await useAll(upstream, "resources", { key: "uri", method: "resources/read" });
await useAll(upstream, "prompts", { key: "name", method: "prompts/get" });
