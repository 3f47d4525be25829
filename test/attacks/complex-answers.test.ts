import type { ServerResponse } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import {
  answering,
  type Exchange,
  event,
  type Handlers,
  initialized,
  json,
  legacy,
  listen,
  stream,
} from "../../packages/testing/src/programs/odd-http.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading, sending } from "../gate/tools.ts";
import { dynamic, openRunningGateway } from "./running-gateway.ts";

// Answers that are small enough for the transport, and have more keys than a message may have.

const timeout = 20_000;
const tools = [reading("get-forecast"), sending("send-alert")];
const keys = Array.from({ length: 60_000 }, (_, index) => [`k${index}`, index] as const);
const complex = { content: [], structuredContent: Object.fromEntries(keys), isError: false };
const forecast = { content: [], structuredContent: { celsius: 21 }, isError: false };

function resultOf({ params }: Exchange): JsonObject {
  const given = params["arguments"];
  return JSON.stringify(given).includes("Oslo") ? complex : forecast;
}

function messageOf(exchange: Exchange): JsonObject {
  return { jsonrpc: "2.0", id: exchange.id, result: resultOf(exchange) };
}

/** A server of the older HTTP with SSE: all answers come on one stream. */
function overOneStream(): Handlers {
  let all: ServerResponse | undefined;
  const answer = (result: (exchange: Exchange) => JsonObject) => (exchange: Exchange) => {
    exchange.response.writeHead(202).end();
    all?.write(event({ jsonrpc: "2.0", id: exchange.id, result: result(exchange) }));
  };
  return {
    initialize: answer(() => initialized),
    "tools/list": answer(() => ({ tools })),
    "tools/call": answer(resultOf),
    else: ({ request, response }) => {
      if (request.method !== "GET") {
        response.writeHead(202).end();
        return;
      }
      stream(response);
      response.write("event: endpoint\ndata: /mcp\n\n");
      all = response;
    },
  };
}

const legacyWith: Handlers = {
  ...legacy,
  "tools/list": answering({ tools }),
};

const servers: readonly (readonly [string, string, () => Handlers])[] = [
  [
    "as JSON",
    "streamable_http",
    () => ({
      ...legacyWith,
      "tools/call": (exchange) => json(exchange.response, messageOf(exchange)),
    }),
  ],
  [
    "in a stream",
    "streamable_http",
    () => ({
      ...legacyWith,
      "tools/call": (exchange) => {
        stream(exchange.response, messageOf(exchange));
        exchange.response.end();
      },
    }),
  ],
  ["over the older HTTP with SSE", "sse", overOneStream],
];

describe.each(servers)("an answer with 60,000 keys %s", (_, transport, handlers) => {
  it.each(["get-forecast", "send-alert"])(
    "is refused for its size, and fails no other call of %s",
    { timeout },
    async (name) => {
      await using server = await listen(handlers());
      const entry = `{ name: weather, url: "${server.url.href}", transport: ${transport}, ${dynamic} }`;
      await using gateway = await openRunningGateway(`toolbox:\n  mcps:\n    - ${entry}`);

      const [refused, answered] = await Promise.all([
        gateway.call(name, { city: "Oslo" }),
        gateway.call(name, { city: "Bern" }),
      ]);

      expect(outcomeOf(refused)).toEqual({
        refused: "output-invalid",
        evidence: { issues: ["expected at most 50000 keys"] },
      });
      expect(answered).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
      // As often as it likes: the server is neither paused nor connected again.
      for (let times = 0; times < 6; times += 1) await gateway.call(name, { city: "Oslo" });
      expect(await gateway.call(name, { city: "Bern" })).toMatchObject({
        result: { structuredContent: { celsius: 21 } },
      });
      expect(server.seen.filter(({ method }) => method === "GET")).toHaveLength(1);
    },
  );
});
