import { request } from "node:http";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openIssuer, type TestIssuer } from "@toolcourt/testing/issuer";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createIdentities } from "../governance/identity/create-identities.ts";
import { openHttp } from "./http.ts";

const clock = createFakeClock();
let issuer: TestIssuer;
let token: string;

beforeAll(async () => {
  issuer = await openIssuer(clock);
  token = await issuer.tokenFor("ada");
  return () => issuer[Symbol.asyncDispose]();
});

const gateway = fakeGatewayApi({
  listed: () => [],
  callTool: () => Promise.reject(new Error("unused")),
});

type Kind = "local" | "known";

async function open(kind: Kind, host = "127.0.0.1"): Promise<URL> {
  const reaching = {
    clock,
    fetch: (url: string, signal: AbortSignal) => fetch(url, { signal }),
  };
  const identities = createIdentities(issuer.trust, reaching);
  const deps = { ...fakeEntranceDeps(gateway, clock), ...(kind === "known" && { identities }) };
  const listening = await openHttp(deps, { host, port: 0, clock });
  onTestFinished(() => listening[Symbol.asyncDispose]());
  return listening.url;
}

interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const defaultPage = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

function visit({ port }: URL, { method = "POST", headers }: Visit) {
  return new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path: "/mcp", method, headers: { ...defaultPage, ...headers } },
      (response) => {
        response.resume();
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers }),
        );
      },
    );
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers });
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? ping : undefined);
  });
}

const preflight = {
  origin: "https://evil.example",
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization, content-type",
};
const socket = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

interface Case extends Visit {
  readonly what: string;
  /** Expected status at an entrance without and with authentication. */
  readonly local: number;
  readonly known: number;
}

const cases: readonly Case[] = [
  {
    what: "a page of another",
    headers: { origin: "https://evil.example" },
    local: 403,
    known: 403,
  },
  { what: "a page of nobody", headers: { origin: "null" }, local: 403, known: 403 },
  {
    what: "two pages",
    headers: { origin: ["http://localhost", "http://evil"] },
    local: 403,
    known: 403,
  },
  { what: "a name of another", headers: { host: "evil.example" }, local: 403, known: 403 },
  { what: "a name like ours", headers: { host: "localhost.evil.example" }, local: 403, known: 403 },
  { what: "no JSON", headers: { "content-type": "text/plain" }, local: 415, known: 415 },
  {
    what: "a question about other pages",
    method: "OPTIONS",
    headers: preflight,
    local: 403,
    known: 403,
  },
  { what: "a question about nothing", method: "OPTIONS", local: 405, known: 405 },
];

describe.each(["local", "known"] as const)("SECURITY 76: at an entrance for %s callers", (kind) => {
  it.each(cases)("refuses $what", async ({ method, headers, ...expected }) => {
    const url = await open(kind);
    const credentials = kind === "known" ? { authorization: `Bearer ${token}` } : {};

    const answer = await visit(url, {
      ...(method !== undefined && { method }),
      headers: { ...credentials, ...headers },
    });

    expect(answer.status).toBe(expected[kind]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });

  it("refuses a web socket", async () => {
    const url = await open(kind);
    const credentials = kind === "known" ? { authorization: `Bearer ${token}` } : {};

    const { status } = await visit(url, { method: "GET", headers: { ...socket, ...credentials } });

    expect(status).toBe(405);
  });

  it("forbids framing of our pages", async () => {
    const url = await open(kind);

    const { headers } = await fetch(new URL("/healthz", url));

    expect(headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  });
});

describe("SECURITY 76: an entrance for authenticated callers", () => {
  it.each([
    { what: "no token", headers: {} },
    { what: "no token and a web socket", method: "GET", headers: socket },
    { what: "no token and a method of its own", method: "PUT", headers: {} },
    { what: "a token in another header", headers: { cookie: "authorization=Bearer x" } },
  ])("is closed to a request with $what", async (visited) => {
    expect((await visit(await open("known"), visited)).status).toBe(401);
  });

  it("refuses more than one token", async () => {
    const url = await open("known");
    const good = `Bearer ${token}`;

    const statuses = [good, [good, good], ["Bearer x", good]].map(
      async (authorization) => (await visit(url, { headers: { authorization } })).status,
    );

    expect(await Promise.all(statuses)).toEqual([200, 400, 400]);
  });

  it.each([
    { what: "its own name", headers: { host: "tools.example.com" }, status: 200 },
    { what: "its own name with a port", headers: { host: "tools.example.com:443" }, status: 200 },
    { what: "the name of the machine", headers: { host: "localhost" }, status: 200 },
    { what: "its own pages", headers: { origin: "https://tools.example.com" }, status: 200 },
    {
      what: "its own pages in plain",
      headers: { origin: "http://tools.example.com" },
      status: 403,
    },
    { what: "pages of this machine", headers: { origin: "http://localhost:3000" }, status: 403 },
  ])("answers $what with status $status", async ({ headers, status }) => {
    const url = await open("known");
    const all = { ...headers, authorization: `Bearer ${token}` };

    expect((await visit(url, { headers: all })).status).toBe(status);
  });

  it("accepts only its own Host name when it listens beyond this machine", async () => {
    const url = await open("known", "0.0.0.0");
    const authorization = `Bearer ${token}`;

    const hosts = ["tools.example.com", "127.0.0.1", "0.0.0.0", "localhost"].map(
      async (host) => (await visit(url, { headers: { host, authorization } })).status,
    );

    expect(await Promise.all(hosts)).toEqual([200, 403, 403, 403]);
  });
});

it.each(["0.0.0.0", "::", "192.0.2.1"])(
  "does not listen on %s without authentication",
  async (host) => {
    await expect(open("local", host)).rejects.toThrow("requires authentication");
  },
);

it.each([
  ["127.0.0.1", true],
  ["127.8.9.1", true],
  ["::1", true],
  ["localhost", true],
  ["127.0.0.1.evil.example", false],
  ["0.0.0.0", false],
  ["", false],
])("recognizes whether %s is a loopback host", (host, is) => {
  expect(isLoopback(host)).toBe(is);
});
