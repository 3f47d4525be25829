import { type JsonObject, own } from "@toolcourt/sdk";
import {
  type Exchange,
  initialized,
  json,
  legacy,
  listen,
} from "../../packages/testing/src/programs/odd-http.ts";
import { job, resultWith } from "./task-server.ts";

export interface LegacyServer extends AsyncDisposable {
  readonly url: URL;
  /** The parameters of every call. */
  readonly calls: readonly JsonObject[];
  /** The methods of all requests about tasks. */
  readonly asked: readonly string[];
  /** Ends the tasks: their results are fetched apart from their state. */
  readonly finish: () => void;
}

const capabilities = {
  tools: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

const tools = [
  job({ name: "needs", execution: { taskSupport: "required" } }),
  job({ name: "may", execution: { taskSupport: "optional" } }),
  job({ name: "never" }),
];

const result = {
  ...resultWith({ rows: 5 }),
  _meta: { "io.modelcontextprotocol/related-task": { taskId: "legacy-1" } },
};

function ok({ id, response }: Exchange, answer: JsonObject): void {
  json(response, { jsonrpc: "2.0", id, result: answer });
}

/** Answers a call: with a task if it is asked for one, and otherwise at once if the tool can. */
function answerCall(exchange: Exchange, task: JsonObject): void {
  const { id, params, response, name } = exchange;
  if (own(params, "task") !== undefined) ok(exchange, { task });
  else if (name !== "needs") ok(exchange, resultWith({ rows: 7 }));
  else json(response, { jsonrpc: "2.0", id, error: { code: -32_601, message: "Task!" } });
}

/** Opens a server of 2025-11-25 with tasks. A call of `needs` without `task` is an error. */
export async function openLegacyServer(): Promise<LegacyServer> {
  const calls: JsonObject[] = [];
  const asked: string[] = [];
  let status = "working";
  const createdAt = "2026-11-01T10:30:00Z";
  const times = { createdAt, lastUpdatedAt: createdAt, ttl: 60_000, pollInterval: 10 };
  const task = (): JsonObject => ({ taskId: "legacy-1", status, ...times });
  const noted =
    (method: string, answer: () => JsonObject) =>
    (exchange: Exchange): void => {
      asked.push(method);
      ok(exchange, answer());
    };
  const server = await listen({
    ...legacy,
    initialize: (exchange) => ok(exchange, { ...initialized, capabilities }),
    "tools/list": (exchange) => ok(exchange, { tools }),
    "tools/call": (exchange) => {
      calls.push(exchange.params);
      answerCall(exchange, task());
    },
    "tasks/get": noted("tasks/get", task),
    "tasks/result": noted("tasks/result", () => result),
    "tasks/cancel": noted("tasks/cancel", () => {
      status = "cancelled";
      return task();
    }),
  });
  return {
    url: server.url,
    calls,
    asked,
    finish: () => {
      status = "completed";
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
