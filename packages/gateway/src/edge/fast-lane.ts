import type { ServerResponse } from "node:http";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult, Principal, Question } from "../pipeline/call.ts";
import { WrittenResult } from "../pipeline/written-result.ts";
import { modernVersion, serverInfoKey } from "../protocol/era.ts";
import { withHandled } from "../protocol/extensions.ts";
import { type Recognized, recognize } from "../protocol/recognize.ts";
import type { OpenSpan } from "../telemetry/tracing/tracing.ts";
import type { AuthenticatedRequest, PrincipalOf } from "./callers.ts";
import type { GatewayApi } from "./entrance.ts";
import { incomingCall, resultOf, traceIn } from "./incoming-call.ts";
import type { EntranceDeps } from "./mcp-server.ts";
import { capabilitiesOf, extensionsFor } from "./protocol-server.ts";
import type { Session } from "./session-book.ts";
import type { Sessions } from "./sessions.ts";

/** Returns whether it has taken the request. All others go to the full lane. */
export type FastLane = (
  message: JsonObject,
  request: AuthenticatedRequest,
  response: ServerResponse,
) => boolean;

type Era = Recognized["era"];
/** Adds the fields that the era requires to a result. */
type AddEraFields = (result: JsonObject, era: Era) => JsonObject;
type Answer = (request: Recognized, sender: Sender) => Outcome | Promise<Outcome>;
interface Sender {
  readonly principal: Principal;
  readonly response: ServerResponse;
  /** Session of the request. */
  readonly session: Session | undefined;
}
interface Outcome {
  readonly status: number;
  /** The rest of the response, from the status to its end. */
  readonly rest: string | Buffer;
}

/**
 * Answers frequent requests without the protocol's SDK, with identical output. Lists are serialized
 * once and sent as they are.
 */
export function createFastLane(
  deps: EntranceDeps,
  sessions: Pick<Sessions, "find" | "hear">,
  principalOf: PrincipalOf,
): FastLane {
  const { gateway, version } = deps;
  const addEraFields = createAddEraFields({ name: "toolcourt", version });
  const listFor = createLists(addEraFields);
  const call = createCall(deps, addEraFields);

  const answers: Readonly<Record<Recognized["method"], Answer>> = {
    "tools/call": call,
    "tools/list": ({ era }, { principal }) => ({
      status: 200,
      rest: listFor(gateway.listed(principal), era),
    }),
    ping: () => fine("{}"),
    "server/discover": ({ era }, { principal }) => {
      const supportedVersions = [modernVersion];
      const relays = gateway.relaysFor(principal);
      const capabilities = {
        ...capabilitiesOf(relays),
        ...extensionsFor({ era }, relays, gateway.tasks),
      };
      const found = { supportedVersions, capabilities, ttlMs: 0, cacheScope: "private" };
      return fine(JSON.stringify(addEraFields(found, era)));
    },
  };

  return (message, request, response) => {
    const recognized = recognize(message, request.headers);
    if (recognized === undefined) return false;
    const session = recognized.hasSession ? sessions.find(request) : undefined;
    if (recognized.hasSession) {
      if (session?.isPlain !== true) return false;
      sessions.hear(session, response);
    }
    const { id, method } = recognized;
    const sender = { principal: principalOf(request.auth), response, session };
    const span = spanOf(recognized, gateway.traces);
    const outcome = answers[method](recognized, sender);
    span?.end({});
    if (outcome instanceof Promise) void outcome.then((later) => send(response, id, later));
    else send(response, id, outcome);
    return true;
  };
}

/** The pipeline records calls itself, with their outcome. */
function spanOf({ method, meta }: Recognized, traces: GatewayApi["traces"]): OpenSpan | undefined {
  if (traces?.tracing === undefined || method === "tools/call") return undefined;
  return traces.tracing.served({ method, parent: traceIn(meta) });
}

function fine(result: string): Outcome {
  return { status: 200, rest: restWith(result) };
}

function restWith(result: string): string {
  return `"result":${result}}`;
}

/** Encoding a longer text once costs less than measuring it first. */
const longText = 16_384;

function send(response: ServerResponse, id: string | number, { status, rest }: Outcome): void {
  const opening = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  if (typeof rest !== "string") {
    // Prepared bytes are not copied again.
    response.writeHead(status, headersFor(Buffer.byteLength(opening) + rest.length));
    response.cork();
    response.write(opening);
    response.end(rest);
    return;
  }
  const text = opening + rest;
  const body = text.length > longText ? Buffer.from(text) : text;
  response.writeHead(status, headersFor(Buffer.byteLength(body)));
  // Text is sent in one piece with the headers.
  response.end(body);
}

function headersFor(length: number): Record<string, string | number> {
  return { "content-type": "application/json", "content-length": length };
}

function createCall(
  { gateway, arrival, shutdown, unknownExtension }: EntranceDeps,
  addEraFields: AddEraFields,
): Answer {
  const write = createWrite(addEraFields);
  return async ({ era, id, params, meta, capabilities }, { principal, response, session }) => {
    const run = shutdown.begin();
    session?.calls.set(id, run);
    response.on("close", () => {
      shutdown.end(run);
      // If a client reuses an id, only the first call loses its entry, not both.
      if (session?.calls.get(id) === run) session.calls.delete(id);
      // Every response closes; only an unfinished one has lost its reader.
      if (!response.writableFinished) run.abort(hasLeft);
    });
    try {
      const said = capabilities ?? session?.extensions;
      const channel = said && { capabilities: withHandled(said, era, unknownExtension) };
      const greeted = session?.greeted;
      const request = { params, meta, envelope: meta, greeted, channel, principal };
      const call = incomingCall(request, arrival.newId);
      return fine(write(await gateway.callTool(call, run), era));
    } catch (error) {
      return failure(error, era, addEraFields);
    }
  };
}

/**
 * Creates the serializer of call outcomes. A plain result was already serialized for its digest, so
 * only the era's fields are added.
 */
function createWrite(
  addEraFields: AddEraFields,
): (output: CheckedResult | Question, era: Era) => string {
  const endings = {
    modern: endWith(addEraFields({}, "modern")),
    legacy: endWith(addEraFields({}, "legacy")),
  };
  return (output, era) =>
    // Without metadata its members have the same names for callers.
    output instanceof WrittenResult && output.meta === undefined
      ? output.text.slice(0, -1) + endings[era]
      : JSON.stringify(addEraFields(resultOf(output), era));
}

/** Returns the end of an object, with these members appended to others. */
function endWith(members: JsonObject): string {
  const text = JSON.stringify(members);
  return text === "{}" ? text.slice(1) : `,${text.slice(1)}`;
}

/** Created once: a new error per disconnected caller would cost more than handling it. */
const hasLeft = new Error("The caller has left.");

/** The protocol's error code for a missing client capability. The HTTP status says so too. */
const missingCapability = -32_021;

function failure(error: unknown, era: Era, addEraFields: AddEraFields): Outcome {
  const outcome = toMcp(error, era);
  if (outcome.kind === "result") return fine(JSON.stringify(addEraFields(outcome.result, era)));
  const { code, message, data } = outcome;
  const status = code === missingCapability ? 400 : 200;
  return { status, rest: `"error":${JSON.stringify({ code, message, data })}}` };
}

function createAddEraFields(serverInfo: JsonObject): AddEraFields {
  const sender = { [serverInfoKey]: serverInfo };
  return (result, era) => {
    if (era === "legacy") return result;
    const meta = own(result, "_meta");
    const withSender = isJsonObject(meta) ? { ...meta, ...sender } : sender;
    return { resultType: "complete", ...result, _meta: withSender };
  };
}

/** Caches the response bytes per list and era, for as long as the list exists. */
function createLists(
  addEraFields: AddEraFields,
): (tools: readonly JsonObject[], era: Era) => Buffer {
  const prepared = new WeakMap<readonly JsonObject[], Readonly<Record<Era, Buffer>>>();
  const prepare = (tools: readonly JsonObject[]): Readonly<Record<Era, Buffer>> => {
    const modern = addEraFields({ tools, ttlMs: 0, cacheScope: "private" }, "modern");
    const bytes = { modern: bytesOf(modern), legacy: bytesOf({ tools }) };
    prepared.set(tools, bytes);
    return bytes;
  };
  return (tools, era) => (prepared.get(tools) ?? prepare(tools))[era];
}

function bytesOf(result: JsonObject): Buffer {
  return Buffer.from(restWith(JSON.stringify(result)));
}
