import { networkInterfaces } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { call, defaultHeaders, openTwoListeners, type TwoListeners } from "./two-listeners.ts";
import { answers, type Visit, visit } from "./visit.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;

let listeners: TwoListeners;
beforeAll(async () => {
  listeners = await openTwoListeners();
  return () => listeners[Symbol.asyncDispose]();
}, timeout);

const preflight = {
  origin: "https://evil.example",
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization, content-type",
  "access-control-request-private-network": "true",
};
const socket = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

interface Case extends Visit {
  readonly what: string;
  readonly status: number;
}

/** Requests that a web page can make a browser send, DNS rebinding included. */
const cases: readonly Case[] = [
  { what: "a page of another", headers: { origin: "https://evil.example" }, status: 403 },
  { what: "a page without an origin", headers: { origin: "null" }, status: 403 },
  {
    what: "a page with a name like ours",
    headers: { origin: "http://localhost.evil.example" },
    status: 403,
  },
  { what: "a page that is no page", headers: { origin: "file://" }, status: 403 },
  {
    what: "two pages",
    headers: { origin: ["http://localhost", "https://evil.example"] },
    status: 403,
  },
  { what: "a name of another", headers: { host: "evil.example" }, status: 403 },
  { what: "a name of another with our port", headers: { host: "evil.example:80" }, status: 403 },
  { what: "a name like ours", headers: { host: "127.0.0.1.evil.example" }, status: 403 },
  { what: "ours as the user of another", headers: { host: "localhost@evil.example" }, status: 403 },
  { what: "another as the user of ours", headers: { host: "evil.example@localhost" }, status: 403 },
  { what: "ours with a path", headers: { host: "localhost/evil.example" }, status: 403 },
  {
    what: "text that could be sent by a form",
    headers: { "content-type": "text/plain" },
    status: 415,
  },
  {
    what: "a form",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
  },
  { what: "no kind of content", headers: { "content-type": "" }, status: 415 },
  {
    what: "a question whether another page may",
    method: "OPTIONS",
    headers: preflight,
    status: 403,
  },
  { what: "a question whether anybody may", method: "OPTIONS", headers: {}, status: 405 },
];

const paths = [
  "/mcp",
  "/healthz",
  "/readyz",
  "/.well-known/oauth-protected-resource",
  "/admin/v1/approvals",
  "/nothing",
];

const gateways = [
  { kind: "with tokens", served: () => listeners.known },
  { kind: "without tokens", served: () => listeners.open },
] as const;

describe.each(gateways)("SECURITY 76: a gateway on this machine, $kind", { timeout }, (each) => {
  const { served } = each;
  const bearing = (): Readonly<Record<string, string>> =>
    served() === listeners.known ? { authorization: `Bearer ${listeners.token}` } : {};

  it.each(cases)("rejects $what", async ({ status, headers, method }) => {
    const answer = await visit(served().url(), {
      ...call,
      ...(method !== undefined && { method }),
      headers: { ...defaultHeaders, ...bearing(), ...headers },
    });

    expect(answer.status).toBe(status);
    // Regardless of the status, no page may read the answer.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
    expect(served().upstream.calls).toEqual([]);
  });

  it("rejects two Host headers and opens no WebSocket", async () => {
    const url = served().url();
    const hosts = { host: [url.host, "evil.example"] };
    const twice = await visit(url, {
      ...call,
      headers: { ...defaultHeaders, ...bearing(), ...hosts },
    });
    const upgraded = await visit(url, { method: "GET", headers: { ...bearing(), ...socket } });
    const fromPage = { ...socket, origin: "https://evil.example" };
    const foreign = await visit(url, { method: "GET", headers: { ...bearing(), ...fromPage } });

    expect(twice.status).toBe(400);
    expect(upgraded.status).toBeGreaterThanOrEqual(400);
    expect(foreign.status).toBe(403);
    expect(served().upstream.calls).toEqual([]);
  });

  it.each(paths)("rejects foreign origins and foreign Host names on %s", async (path) => {
    const url = served().url();
    const visits = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { host: "evil.example" },
    ];
    const statuses = [];
    for (const method of ["GET", "POST", "DELETE"]) {
      for (const headers of visits) {
        const sent = { method, path, headers: { ...defaultHeaders, ...bearing(), ...headers } };
        statuses.push((await visit(url, { ...call, ...sent })).status);
      }
    }

    expect(new Set(statuses)).toEqual(new Set([403]));
  });

  it("allows none of its pages in a frame", async () => {
    const page = await visit(served().url(), { method: "GET", path: "/healthz", headers: {} });

    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-security-policy": "frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });

  it("listens on 127.0.0.1 only", async () => {
    const port = Number(served().url().port);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80:"));

    expect(await answers("127.0.0.1", port)).toBe(true);
    for (const address of [...others, "::1", "127.0.0.2"]) {
      expect({ address, answers: await answers(address, port) }).toEqual({
        address,
        answers: false,
      });
    }
  });
});

describe("SECURITY 76: a gateway with tokens", { timeout }, () => {
  it.each([
    ["none", {}],
    ["one of another kind", { authorization: "Basic YWRhOmFkYQ==" }],
    ["one in a cookie", { cookie: "token=ada" }],
  ])("rejects %s", async (_, headers) => {
    const answer = await visit(listeners.known.url(), {
      ...call,
      headers: { ...defaultHeaders, ...headers },
    });

    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer .*resource_metadata="https:/);
    expect(listeners.known.upstream.calls).toEqual([]);
  });

  it("rejects two tokens in two headers", async () => {
    const authorization = [`Bearer ${listeners.token}`, "Bearer another"];
    const answer = await visit(listeners.known.url(), {
      ...call,
      headers: { ...defaultHeaders, authorization },
    });

    expect(answer.status).toBe(400);
    expect(listeners.known.upstream.calls).toEqual([]);
  });
});
