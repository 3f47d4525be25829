import { createServer } from "node:http";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Handlers, json, legacy, listen, modern } from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it, onTestFinished } from "vitest";
import { hideHeaders } from "../../boundary/egress/request-headers.ts";
import { EraMemory } from "../connection.ts";
import type { Upstream } from "../upstream.ts";
import { openHttpUpstream } from "./open-http-upstream.ts";

const noAbort = new AbortController().signal;

function open(url: URL, kind: "streamable_http" | "sse" = "streamable_http"): Promise<Upstream> {
  const headers = hideHeaders({ authorization: "Bearer hunter2-token" }, []);
  return openHttpUpstream(
    { kind, url, headers },
    {
      clock: systemClock,
      listeners: { toolsChanged: () => undefined },
      signal: noAbort,
      memory: new EraMemory(systemClock),
      searchPath: "",
    },
  );
}

const read: Handlers = {
  "resources/read": ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: {} }),
};

const tools: Handlers = {
  ...read,
  "tools/list": ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: { tools: [] } }),
  echo: ({ id, params, response }) => json(response, { jsonrpc: "2.0", id, result: params }),
};

async function useAll(upstream: Upstream): Promise<void> {
  await upstream.listTools(noAbort);
  await upstream.callTool({ name: "echo", arguments: {} }, noAbort);
  await upstream.request({ method: "resources/read", params: { uri: "a:b" } }, noAbort);
}

describe("the headers of a server", () => {
  it.each([
    ["legacy", { ...legacy, ...tools }, ["POST", "GET", "DELETE"]],
    ["modern", { ...modern, ...read }, ["POST"]],
  ])("go along with every request of the %s era", async (_, handlers, methods) => {
    await using server = await listen(handlers);
    {
      await using upstream = await open(server.url);
      await useAll(upstream);
    }

    expect([...new Set(server.seen.map(({ method }) => method))]).toEqual(
      expect.arrayContaining(methods),
    );
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer hunter2-token"]),
    );
  });

  it("go along with the stream and the posts of an SSE server", async () => {
    const seen: [string, string | undefined][] = [];
    const server = createServer((request, response) => {
      seen.push([request.method ?? "", request.headers.authorization]);
      if (request.method === "GET") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("event: endpoint\ndata: /messages\n\n");
      } else response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.closeAllConnections());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    await open(new URL(`http://127.0.0.1:${port}/sse`), "sse").catch(() => undefined);
    server.close();

    expect(seen).toEqual([
      ["GET", "Bearer hunter2-token"],
      ["POST", "Bearer hunter2-token"],
    ]);
  });

  it("go to no other origin, whatever a redirect says", async () => {
    await using other = await listen(tools);
    await using server = await listen({
      ...legacy,
      echo: ({ response }) => response.writeHead(307, { location: other.url.href }).end(),
    });
    await using upstream = await open(server.url);
    const called = upstream.callTool({ name: "echo", arguments: {} }, noAbort);

    await expect(called).rejects.toMatchObject({ fault: { kind: "http", status: 307 } });
    expect(other.seen).toEqual([]);
  });
});
