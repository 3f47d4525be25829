import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openConfigured } from "../../packages/gateway/src/compose/open-configured.ts";
import { incomingCall, noAbort } from "../../packages/testing/src/calls.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openNameServer } from "../../packages/testing/src/name-server.ts";
import {
  answering,
  type Handlers,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { openTarget, type Target } from "../../packages/testing/src/target.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf, openRunningGateway } from "./running-gateway.ts";

// The gateway must never visit an address named by a server. The sink counts visits.

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const greeting = { ...seal, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
const result = {
  resultType: "complete",
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

function openSink(): Promise<Target> {
  return openTarget((_request, response) => response.end("{}"));
}

const addresses = (sink: string): readonly string[] => [
  sink,
  "javascript:fetch('/')",
  "file:///etc/passwd",
  "http://$(id).example/",
];

function serverOf(tool: JsonObject, call: Handlers[string]): Handlers {
  return {
    "server/discover": answering(greeting),
    "tools/list": answering({ ...seal, tools: [tool] }),
    "tools/call": call,
    else: refuseWith(404),
  };
}

/** Closes the connection after each request, so each one resolves the address again. */
function leaving(handlers: Handlers): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([method, answer]) => [
      method,
      (exchange) => {
        exchange.response.setHeader("connection", "close");
        answer(exchange);
      },
    ]),
  );
}

/** Ways in which a server tries to make the gateway visit `url`. */
const lures: Readonly<Record<string, (url: string) => Handlers[string]>> = {
  "a link to a resource": (url) =>
    answering({ ...result, content: [{ type: "resource_link", uri: url, name: "more" }] }),
  "an icon of a link": (url) =>
    answering({
      ...result,
      content: [{ type: "resource_link", uri: "x:y", name: "more", icons: [{ src: url }] }],
    }),
  "an address for metadata of the resource": (url) => {
    return ({ response }) => {
      const challenge = `Bearer resource_metadata="${url}", error="invalid_token"`;
      response.writeHead(401, { "www-authenticate": challenge }).end();
    };
  },
  "metadata of an authorization server": (url) => {
    const endpoints = {
      issuer: url,
      authorization_endpoint: url,
      token_endpoint: url,
      registration_endpoint: url,
      revocation_endpoint: url,
      introspection_endpoint: url,
      jwks_uri: url,
    };
    return ({ response }) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ authorization_servers: [url], ...endpoints }));
    };
  },
  "an address to ask the caller about": (url) =>
    answering({
      resultType: "input_required",
      inputRequests: {
        one: { method: "elicitation/create", params: { mode: "url", url, message: "Go there." } },
      },
      requestState: "s",
    }),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `a redirect with ${status}`,
      (url: string): Handlers[string] =>
        ({ response }) => {
          response.writeHead(status, { location: url }).end();
        },
    ]),
  ),
};

describe("an address named by a server", () => {
  it.each(Object.entries(lures))("as %s is never visited", async (_what, lure) => {
    await using sink = await openSink();
    for (const url of addresses(`http://127.0.0.1:${sink.port}/x`)) {
      const tool = { ...reading("get-forecast"), icons: [{ src: url }] };
      await using server = await listen(serverOf(tool, lure(url)));
      const { href } = server.url;
      const withPassword = href.replace("http://", "http://ada:canary-pass@");
      const config = `toolbox:\n  mcps:\n${entryOf("crm", withPassword, dynamic)}`;
      await using gateway = await openRunningGateway(config);

      await gateway.call("get-forecast", { city: "Oslo" });

      expect(server.seen.length).toBeGreaterThan(2);
    }

    expect(sink.connections()).toBe(0);
  });

  it("as the endpoint of a legacy SSE stream is never visited", async () => {
    await using sink = await openSink();
    await using old = await openTarget((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: endpoint\ndata: http://127.0.0.1:${sink.port}/messages\n\n`);
    });
    const url = `http://127.0.0.1:${old.port}/sse`;
    const entry = `{ name: old, url: "${url}", transport: sse, required: false, ${dynamic} }`;

    await using gateway = await openRunningGateway(`toolbox:\n  mcps:\n    - ${entry}`);

    expect(await gateway.list()).toEqual([]);
    expect(old.connections()).toBeGreaterThan(0);
    expect(sink.connections()).toBe(0);
  });
});

/**
 * Calls through a gateway as the command opens it. The server's name resolves to these addresses in
 * turn.
 */
async function callBehind(answers: readonly (readonly string[])[]) {
  const tool = reading("get-forecast");
  await using server = await listen(leaving(serverOf(tool, answering(result))));
  await using names = await openNameServer(answers);
  const url = `http://crm.test:${server.url.port}/mcp`;
  const config = `toolbox:\n  mcps:\n${entryOf("crm", url, dynamic)}\nstores: { url: "memory:" }`;
  await using folder = await openFolder({ "toolcourt.yaml": config });
  const surroundings = {
    ...machine(folder.path, () => undefined, noAbort),
    lookup: names.lookup,
  };
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  await using opened = await openConfigured(flags, surroundings);
  const before = server.seen.length;
  const outcome = await opened.gateway
    .callTool(
      incomingCall({
        principal: { id: "local", permissions: "all", kind: "local" },
        tool: "get-forecast",
        arguments: { city: "Oslo" },
      }),
      noAbort,
    )
    .then(
      () => "answered",
      (error: unknown) => error,
    );
  return { outcome, reached: server.seen.length - before };
}

describe("DNS answers", () => {
  it("may resolve a configured server to this machine", async () => {
    expect(await callBehind([["127.0.0.1"]])).toMatchObject({ outcome: "answered" });
  });

  it("that change later cannot reach the cloud metadata service", async () => {
    const always = Array.from({ length: 2 }, () => ["127.0.0.1"]);

    expect(await callBehind([...always, ["169.254.169.254"]])).toMatchObject({
      outcome: { code: "upstream-failed", details: { fault: { kind: "unreachable" } } },
      reached: 0,
    });
  });
});

const moved: Handlers[string] = ({ response }) => {
  response.writeHead(302, { location: "http://canary.example/" }).end();
};

it("a redirect is reported to the caller without its target", async () => {
  await using server = await listen(serverOf(reading("get-forecast"), moved));
  const config = `toolbox:\n  mcps:\n${entryOf("crm", server.url.href, dynamic)}`;
  await using gateway = await openRunningGateway(config);

  const answer = await gateway.call("get-forecast", { city: "Oslo" });

  expect(outcomeOf(answer)).toMatchObject({
    refused: "upstream-failed",
    evidence: { fault: { kind: "http", status: 302 } },
  });
  expect(JSON.stringify(answer)).not.toContain("canary");
});
