import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { toMcp } from "../errors/to-mcp.ts";
import { type Recognized, recognize } from "../wire/recognize.ts";
import { incomingCall } from "./incoming-call.ts";
import type { Face } from "./mcp-server.ts";
import { resultOf } from "./result-of.ts";

/** Says whether it has taken the request. What it has not taken goes to the lane that takes everything. */
export type FastLane = (
  message: JsonObject,
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

type Era = Recognized["era"];
/** Puts on a result what its era asks for. */
type Seal = (result: JsonObject, era: Era) => JsonObject;

/**
 * Answers the requests that come all the time without the protocol's SDK, in the same words as with it.
 * Lists are written once and sent as they are.
 */
export function createFastLane({ line, arrival, version }: Face): FastLane {
  const seal = createSeal({ name: "toolcourt", version });
  const listFor = createLists(seal);

  const call = async (request: Recognized, response: ServerResponse): Promise<string> => {
    const { era, params, meta } = request;
    const left = new AbortController();
    response.once("close", () => {
      // Every response closes; only one that was not finished has lost its reader.
      if (!response.writableFinished) left.abort(hasLeft);
    });
    try {
      const incoming = incomingCall({ params, meta, envelope: meta, greeted: undefined }, arrival);
      const result = resultOf(await line.callTool(incoming, left.signal));
      return `"result":${JSON.stringify(seal(result, era))}`;
    } catch (error) {
      return failure(error, (result) => seal(result, era));
    }
  };

  return (message, request, response) => {
    const recognized = recognize(message, request.headers);
    if (recognized === undefined) return false;
    const { era, id, method } = recognized;
    const answer =
      method === "tools/list"
        ? Promise.resolve(`"result":${listFor(line.listed(), era)}`)
        : call(recognized, response);
    void answer.then((outcome) => {
      const body = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`);
      const headers = { "content-type": "application/json", "content-length": body.length };
      return response.writeHead(200, headers).end(body);
    });
    return true;
  };
}

/** Made once: an error for each caller that leaves would cost more than telling of it. */
const hasLeft = new Error("The caller has left.");

function failure(error: unknown, seal: (result: JsonObject) => JsonObject): string {
  const outcome = toMcp(error);
  if (outcome.kind === "result") return `"result":${JSON.stringify(seal(outcome.result))}`;
  const { code, message, data } = outcome;
  return `"error":${JSON.stringify({ code, message, data })}`;
}

function createSeal(serverInfo: JsonObject): Seal {
  const mark = { "io.modelcontextprotocol/serverInfo": serverInfo };
  return (result, era) => {
    if (era === "legacy") return result;
    const meta = own(result, "_meta");
    const told = isJsonObject(meta) ? { ...meta, ...mark } : mark;
    return { resultType: "complete", ...result, _meta: told };
  };
}

/** One text an era, for as long as the list is the same. */
function createLists(seal: Seal): (tools: readonly JsonObject[], era: Era) => string {
  let known: readonly JsonObject[] | undefined;
  let texts = { modern: "", legacy: "" };
  return (tools, era) => {
    if (tools !== known) {
      known = tools;
      const modern = seal({ tools, ttlMs: 0, cacheScope: "private" }, "modern");
      texts = { modern: JSON.stringify(modern), legacy: JSON.stringify({ tools }) };
    }
    return texts[era];
  };
}
