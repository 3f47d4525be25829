import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { EraMemory } from "../../packages/gateway/src/upstreams/connection.ts";
import { openHttpUpstream } from "../../packages/gateway/src/upstreams/http/open-http-upstream.ts";
import { event, initialized } from "../../packages/testing/src/programs/odd-http.ts";
import { reading } from "../gate/tools.ts";

// Servers that accept a request and do not read its body.

// Real sockets and megabytes take longer than a second on a busy machine.
const timeout = 30_000;
/** More than the system takes for a connection that is not read. */
const city = "a".repeat(24_000_000);
const results: Readonly<Record<string, JsonObject>> = {
  initialize: initialized,
  "tools/list": { tools: [reading("get-forecast")] },
};

interface DeafServer extends AsyncDisposable {
  readonly url: string;
  /** Resolves when so many requests wait to be read. */
  readonly untilAsked: (count: number) => Promise<void>;
  /** Reads the bodies that it has not read. Tells of each whether it is still sent to its end. */
  readonly readAll: () => Promise<readonly boolean[]>;
}

/** Opens a server that reads small requests only. */
async function openDeafServer(): Promise<DeafServer> {
  const unread: IncomingMessage[] = [];
  let stream: ServerResponse | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = replyTo(parseJson(await text(request)));
    const isOld = request.url === "/old";
    if (reply === undefined || isOld) response.writeHead(202).end();
    else response.writeHead(200, asJson).end(JSON.stringify(reply));
    if (isOld && reply !== undefined) stream?.write(event(reply));
  };
  const server = createServer((request, response) => {
    if (request.method === "GET" && request.url === "/old") {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /old\n\n");
    } else if (request.method !== "POST") {
      response.writeHead(405).end();
    } else if (Number(request.headers["content-length"]) < 100_000) {
      void answer(request, response);
    } else {
      unread.push(request.on("error", () => undefined));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    untilAsked: async (count) => {
      while (unread.length < count) await systemClock.sleep(10);
    },
    readAll: () => Promise.all(unread.map(isSentToEnd)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function replyTo(message: JsonValue): JsonObject | undefined {
  if (!isJsonObject(message)) return undefined;
  const { id, method } = message;
  if (id === undefined) return undefined;
  const result = typeof method === "string" ? own(results, method) : undefined;
  return { jsonrpc: "2.0", id, ...(result ? { result } : { error: unknown }) };
}

async function isSentToEnd(request: IncomingMessage): Promise<boolean> {
  const over = Promise.withResolvers<void>();
  request.once("end", over.resolve).once("close", over.resolve).resume();
  await over.promise;
  return request.complete;
}

const asJson = { "content-type": "application/json" };
const unknown = { code: -32_601, message: "Method not found" };

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("a server that does not read the body of a request", { timeout }, () => {
  it.each([
    ["streamable_http", "/mcp"],
    ["sse", "/old"],
  ] as const)("costs nothing after the deadline, over %s", async (kind, path) => {
    await using server = await openDeafServer();
    const url = new URL(path, server.url);
    await using upstream = await openHttpUpstream(
      { kind, url },
      {
        clock: systemClock,
        listeners: { toolsChanged: () => undefined },
        signal: new AbortController().signal,
        memory: new EraMemory(systemClock),
        searchPath: "",
      },
    );
    const call = { name: "get-forecast", arguments: { city } };
    const deadline = new AbortController();

    const calls = [1, 2, 3].map(() => upstream.callTool(call, deadline.signal));
    const outcomes = Promise.allSettled(calls);
    await server.untilAsked(calls.length);
    deadline.abort(new Error("The deadline has passed."));

    expect((await outcomes).map(({ status }) => status)).toEqual(calls.map(() => "rejected"));
    expect(await server.readAll()).toEqual(calls.map(() => false));
  });
});
