import type { ServerResponse } from "node:http";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import {
  event,
  type Handlers,
  json,
  type Listening,
  legacy,
  listen,
} from "../../../packages/testing/src/programs/odd-http.ts";

/** A server that notifies its listeners when its tools change. */
export interface ShiftingServer extends Listening {
  /** Replaces the tools, given as JSON text. Resolves some time after they were requested. */
  readonly shift: (tools: string) => Promise<void>;
}

const change = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "shifting", version: "1.0.0" },
};
const patienceMs = 5_000;
const settlingMs = 500;

/** Opens the server with these tools, given as JSON text. */
export async function openShiftingServer(first: string): Promise<ShiftingServer> {
  let tools = first;
  let stream: ServerResponse | undefined;
  let asked = Promise.withResolvers<void>();
  const handlers: Handlers = {
    ...legacy,
    initialize: ({ id, response }) => {
      response.setHeader("mcp-session-id", "s-1");
      json(response, { jsonrpc: "2.0", id, result: initialized });
    },
    "tools/list": ({ id, response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":${tools}}}`);
      asked.resolve();
    },
    else: ({ request, response }) => {
      if (request.method !== "GET") {
        response.writeHead(202).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      stream = response;
    },
  };
  const listening = await listen(handlers);
  return {
    ...listening,
    shift: async (next) => {
      tools = next;
      asked = Promise.withResolvers();
      stream?.write(event(change));
      await Promise.race([asked.promise, systemClock.sleep(patienceMs)]);
      await systemClock.sleep(settlingMs);
    },
  };
}
