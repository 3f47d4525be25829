import type { JsonObject } from "@toolcourt/sdk";
import {
  answering,
  type Handlers,
  json,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";

/** Returns the bare protocol result of a call. */
export type AnswerCall = (params: JsonObject) => JsonObject;

/** A real modern server that records every call in full. */
export interface Upstream extends AsyncDisposable {
  readonly url: URL;
  /** The parameters of all calls. */
  readonly calls: readonly JsonObject[];
  /** Returns how often a page of it was requested. */
  readonly visited: (path: string) => number;
  /** Replaces the tools without a notification. */
  readonly offer: (tools: readonly JsonObject[]) => void;
}

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const greeting = { ...seal, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };

export const done: JsonObject = {
  resultType: "complete",
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

export async function openUpstream(
  offered: readonly JsonObject[],
  answer: AnswerCall = () => done,
): Promise<Upstream> {
  const calls: JsonObject[] = [];
  let tools = offered;
  const handlers: Handlers = {
    "server/discover": answering(greeting),
    "tools/list": (exchange) => answering({ ...seal, tools })(exchange),
    "tools/call": ({ id, params, response }) => {
      calls.push(params);
      json(response, { jsonrpc: "2.0", id, result: answer(params) });
    },
    else: refuseWith(404),
  };
  const { url, seen, ...server } = await listen(handlers);
  return {
    url,
    calls,
    visited: (path) => seen.filter((request) => request.url?.startsWith(path)).length,
    offer: (others) => {
      tools = others;
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}
