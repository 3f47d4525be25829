import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { openIssuer, resource } from "@toolcourt/testing/issuer";
import { spoken } from "@toolcourt/testing/lanes";
import {
  answering,
  initialized,
  legacy,
  listen,
  modern,
} from "@toolcourt/testing/programs/odd-http";
import { machine, openServing } from "@toolcourt/testing/serving";
import { openTarget } from "@toolcourt/testing/target";
import { openApiManagement } from "@toolcourt/testing/targets/api-management";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { openConfigured } from "../../compose/open-configured.ts";

interface Opened {
  readonly port: number;
  /** Whether the connector opened it. */
  readonly isOurs: boolean;
}

/** Records every connection this process opens from now on, through any library. */
function watchSockets(): readonly Opened[] {
  const opened: Opened[] = [];
  const connect = Reflect.get(Socket.prototype, "connect");
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (
    this: Socket,
    ...given: readonly unknown[]
  ) {
    const isOurs = /egress[\\/]connector\.ts/.test(new Error("where").stack ?? "");
    opened.push({ port: portIn(given), isOurs });
    Reflect.apply(connect, this, given);
    return this;
  });
  onTestFinished(() => spy.mockRestore());
  return opened;
}

function portIn(given: unknown): number {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  if (Array.isArray(first)) return portIn(first);
  const port: unknown =
    typeof first === "object" && first !== null ? Reflect.get(first, "port") : first;
  return Number(port);
}

const tools = { tools: [{ name: "echo", inputSchema: { type: "object" } }] };

/** Opens a server with the oldest transport, which answers on a separate stream. */
function openOldServer() {
  let stream: ServerResponse | undefined;
  return openTarget((request, response) => {
    if (request.method === "GET") {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      stream.write("event: endpoint\ndata: /messages\n\n");
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      response.writeHead(202).end();
      const message = parseJson(body);
      if (!isJsonObject(message) || own(message, "id") === undefined) return;
      const result = own(message, "method") === "initialize" ? initialized : tools;
      const answer = { jsonrpc: "2.0", id: own(message, "id") ?? null, result };
      stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
    });
  });
}

function server(name: string, transport: string, url: string) {
  return { name, transport, url, mode: "dynamic", default_tool_config: {}, profile: ["core"] };
}

// Opens several servers and a gateway: slow on busy machines.
it("opens every connection from a gateway to a server, an issuer or a target through the connector", {
  timeout: 20_000,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const modernServer = stack.use(await listen(modern));
  const legacyServer = stack.use(await listen({ ...legacy, "tools/list": answering(tools) }));
  const old = stack.use(await openOldServer());
  const issuer = stack.use(await openIssuer(systemClock));
  const api = stack.use(await openFixtureApi());
  const certificate = createCertificate("localhost");
  const backends = { "/127.0.0.1": { host: "api.test", port: api.port } };
  const management = stack.use(await openApiManagement({ certificate, key: "k", backends }));
  const [trusted] = issuer.trust.trusted;
  const login = { name: "login", issuer: trusted?.issuer, jwks_url: trusted?.jwksUrl.href };
  const origin = `http://127.0.0.1:${api.port}`;
  const config = {
    server: { auth: { resource: resource.href, issuers: [login] } },
    stores: { url: "memory:" },
    toolbox: {
      collision: "last-wins",
      mcps: [
        server("modern", "streamable_http", modernServer.url.href),
        server("legacy", "streamable_http", legacyServer.url.href),
        server("old", "sse", `http://localhost:${old.port}/sse`),
      ],
    },
    egress: {
      allow: [{ origin, addresses: "loopback" }],
      gateway: { url: `https://localhost:${management.port}`, key: "k", addresses: "loopback" },
      ca_file: "ca.pem",
    },
  };
  const files = { "toolcourt.yaml": JSON.stringify(config), "ca.pem": certificate.cert };
  const folder = stack.use(await openFolder(files));
  const opened = watchSockets();

  const serving = stack.use(await openServing(folder.path));
  const headers = new Headers({ authorization: `Bearer ${await issuer.tokenFor("ada")}` });
  const list = spoken("tools/list", {}, { era: "modern", lane: "fast" });
  for (const [name, value] of new Headers(list.headers)) headers.set(name, value);
  const response = await fetch(serving.url, { ...list, headers });
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  const looking = { ...flags, onlyLooks: true } as const;
  const configured = stack.use(
    await openConfigured(
      looking,
      machine(folder.path, () => undefined, noAbort),
    ),
  );
  const answer = await configured.egress.request({ method: "GET", url: `${origin}/things` });

  expect([response.status, answer.status]).toEqual([200, 200]);
  // The test itself connects to the gateway, and the API Management double connects to its target.
  const others = new Set([Number(serving.url.port), api.port]);
  const ours = opened.filter(({ port }) => !others.has(port));
  expect(ours.filter(({ isOurs }) => !isOurs)).toEqual([]);
  expect(new Set(ours.map(({ port }) => port))).toEqual(
    new Set([
      ...[modernServer.url, legacyServer.url, trusted?.jwksUrl].map((url) => Number(url?.port)),
      old.port,
      management.port,
    ]),
  );
  expect(opened.filter(({ port, isOurs }) => port === api.port && isOurs)).toEqual([]);
});

it("detects a connection that bypasses the connector", async () => {
  await using target = await openTarget((_request, response) => response.end());
  const opened = watchSockets();

  await fetch(`http://127.0.0.1:${target.port}/`);

  expect(opened).toEqual([{ port: target.port, isOurs: false }]);
});
