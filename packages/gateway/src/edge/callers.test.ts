import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { type Difference, lifetimeMs, resource } from "@toolcourt/testing/issuer";
import { openToKnown, warmUp } from "@toolcourt/testing/known-callers";
import { spoken, type TestLane, testLanes } from "@toolcourt/testing/lanes";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { Trust } from "../governance/identity/create-identities.ts";
import type { AuthenticationOutcomes } from "../governance/identity/identity.ts";
import type { IncomingCall, Principal } from "../pipeline/call.ts";
import {
  type AuthenticatedRequest,
  type Callers,
  createCallers,
  limitCallers,
  type TakeRequest,
  withoutToken,
} from "./callers.ts";

async function open(trusting?: (trust: Trust) => Trust) {
  const calls: IncomingCall[] = [];
  const listedTo: Principal[] = [];
  const gateway = fakeGatewayApi({
    listed: (principal) => {
      listedTo.push(principal);
      return principal.id === "login:ada" ? [echo] : [];
    },
    callTool: async (call) => {
      calls.push(call);
      return { content: [], isError: false };
    },
  });
  const entrance = await openToKnown(gateway, trusting);
  onTestFinished(() => entrance[Symbol.asyncDispose]());
  return { ...entrance, calls, listedTo };
}

const echo = { name: "echo", inputSchema: { type: "object" } };
const defaultPage: TestLane = { era: "modern", lane: "fast" };
const callIn = (lane: TestLane): RequestInit => spoken("tools/call", { name: "echo" }, lane);

beforeAll(warmUp, 20_000);

describe.each(testLanes)("a call over the $lane lane of the $era era", (lane) => {
  it("runs for the principal in the token", async () => {
    const { send, issuer, calls } = await open();
    const token = await issuer.tokenFor("ada", { claims: { tenant: "north" } });

    const response = await send(callIn(lane), token);

    expect(response.status).toBe(200);
    await response.text();
    expect(calls.map(({ principal }) => principal)).toMatchObject([
      {
        id: "login:ada",
        permissions: [],
        roles: ["reader"],
        scopes: ["mcp"],
        claims: { sub: "ada", tenant: "north" },
        tenant: "north",
        kind: "user",
      },
    ]);
  });

  it("runs for each of two callers, however often they call", async () => {
    const { send, issuer, calls } = await open();
    const [ada, bob] = [await issuer.tokenFor("ada"), await issuer.tokenFor("bob")];

    for (const token of [ada, bob, ada, bob]) await (await send(callIn(lane), token)).text();

    const [first, second] = ["login:ada", "login:bob"];
    expect(calls.map(({ principal }) => principal.id)).toEqual([first, second, first, second]);
    expect(calls[2]?.principal).toBe(calls[0]?.principal);
  });

  it("sees only the tools of its caller", async () => {
    const { send, issuer } = await open();
    const [ada, bob] = [await issuer.tokenFor("ada"), await issuer.tokenFor("bob")];
    const list = spoken("tools/list", {}, lane);

    const seen = [ada, bob, ada].map(async (token) => (await send(list, token)).text());

    expect((await Promise.all(seen)).map((text) => text.includes('"echo"'))).toEqual([
      true,
      false,
      true,
    ]);
  });
});

interface Variant extends Difference {
  readonly what: string;
  readonly status?: number;
  readonly error?: string;
}

const variants: readonly Variant[] = [
  { what: "of another issuer", claims: { iss: "https://evil.example.com" } },
  { what: "for another audience", claims: { aud: "https://other.example.com/mcp" } },
  { what: "that expired long ago", claims: { exp: 1 } },
  { what: "that never expires", claims: { exp: undefined } },
  { what: "that is forged", isForged: true },
  { what: "of a key that nobody knows", keyId: "k2" },
  {
    what: "without the scope that is needed",
    claims: { scope: "other" },
    status: 403,
    error: "insufficient_scope",
  },
];

describe("SECURITY 25: a token", () => {
  it.each(variants)("$what is refused in both eras and lanes", async (variant) => {
    const { send, issuer, calls } = await open();
    const { what: _, status = 401, error = "invalid_token", ...difference } = variant;
    const token = await issuer.tokenFor("ada", difference);

    for (const lane of testLanes) {
      const response = await send(callIn(lane), token);

      expect(response.status).toBe(status);
      expect(response.headers.get("www-authenticate")).toBe(
        `Bearer error="${error}", scope="mcp", resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(await response.json()).toMatchObject({ id: null, error: { code: 7005 } });
    }
    expect(calls).toEqual([]);
  });

  it("that is missing is not reported as an error", async () => {
    const { send, calls } = await open();

    for (const lane of testLanes) {
      const response = await send(callIn(lane));

      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer scope="mcp", resource_/);
      await response.text();
    }
    expect(calls).toEqual([]);
  });

  it("expires for known callers too", async () => {
    const { send, issuer, clock } = await open();
    const token = await issuer.tokenFor("ada");
    expect((await send(callIn(defaultPage), token)).status).toBe(200);

    await clock.advance(lifetimeMs);

    expect((await send(callIn(defaultPage), token)).status).toBe(401);
  });

  it("is refused beside another", async () => {
    const { send, issuer, calls } = await open();
    const token = await issuer.tokenFor("ada");

    const response = await send(callIn(defaultPage), undefined, {
      authorization: `Bearer ${token}, Bearer ${token}`,
    });

    expect(response.status).toBe(401);
    expect(calls).toEqual([]);
  });

  it("is not judged while the keys are unavailable", async () => {
    const { send, issuer, calls } = await open(({ trusted, ...trust }) => ({
      ...trust,
      trusted: trusted.map((each) => ({ ...each, jwksUrl: new URL("http://127.0.0.1:1/keys") })),
    }));

    const response = await send(callIn(defaultPage), await issuer.tokenFor("ada"));

    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(calls).toEqual([]);
  });
});

it("a client without a token learns where to get one", async () => {
  const { url, issuer } = await open();
  const paths = [
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource",
  ];

  for (const path of paths) {
    const response = await fetch(new URL(path, url));

    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      resource: resource.href,
      authorization_servers: issuer.trust.issuers,
      bearer_methods_supported: ["header"],
      scopes_supported: ["mcp"],
    });
  }
  const [path = ""] = paths;
  expect((await fetch(new URL(path, url), { method: "POST" })).status).toBe(405);
});

it.each(["/healthz", "/readyz"])("%s needs no token", async (path) => {
  const { url } = await open();

  expect((await fetch(new URL(path, url))).status).toBe(200);
});

function received(): AuthenticatedRequest {
  const request = new IncomingMessage(new Socket());
  request.headers = { host: "localhost", authorization: "Bearer secret" };
  request.rawHeaders = ["Host", "localhost", "AUTHORIZATION", "Bearer secret"];
  return request;
}

function principalBy(callers: Callers): Principal {
  const request = received();
  void callers.identify(request);
  return callers.principalOf(withoutToken(request).auth);
}

describe("the auth info of a request", () => {
  const local: Principal = { id: "local", permissions: "all", kind: "local" };
  const identity = { id: "login:ada", roles: [], scopes: [], isSystem: true };
  const authenticate = () => ({ kind: "authenticated", identity, endsAt: 1_000 }) as const;
  const trusted = { resource, issuers: [], scopes: [] };
  const known = createCallers(local, { authenticate, resource: trusted });

  it("also stands for a program without a user", () => {
    const request = received();
    void known.identify(request);

    expect(known.principalOf(request.auth)).toMatchObject({ id: "login:ada", kind: "system" });
  });

  it("replaces the token", () => {
    const request = received();
    void known.identify(request);

    const bare = withoutToken(request);

    expect(bare.headers).toEqual({ host: "localhost" });
    expect(bare.rawHeaders).toEqual(["Host", "localhost"]);
    expect(JSON.stringify(bare.auth)).not.toContain("secret");
  });

  it("has the token of its own request only if it may be exchanged", () => {
    const claims = { iss: "https://login.example" };
    const person = { ...identity, claims, isSystem: false };
    const verify = () => ({ kind: "authenticated", identity: person, endsAt: 1_000 }) as const;
    const identities = { authenticate: verify, resource: trusted };
    const holdToken = createHoldSecret(Buffer.alloc(32));
    const exchanging = createCallers(local, identities, holdToken);

    const [first, second] = [principalBy(exchanging), principalBy(exchanging)];

    expect(first.presented).toEqual({ issuer: claims.iss, token: holdToken("secret") });
    expect(second).not.toBe(first);
    expect(JSON.stringify(first)).not.toContain('"secret"');
    expect(principalBy(createCallers(local, identities)).presented).toBeUndefined();
    // A key has no issuer that could exchange it.
    const keys = { authenticate, resource: trusted };
    expect(principalBy(createCallers(local, keys, holdToken)).presented).toBeUndefined();
  });

  it("cannot be missing or forged", () => {
    const made = { token: "", clientId: "login:ada", scopes: [] };

    expect(() => known.principalOf(undefined)).toThrow("was not identified");
    expect(() => known.principalOf(made)).toThrow("was not identified");
  });

  it("is reported once for each identity, and so is every refusal", () => {
    const reported: unknown[] = [];
    const outcomes: AuthenticationOutcomes = {
      refused: (failure) => void reported.push(failure),
      verified: (...verified) => void reported.push(verified),
    };
    const callers = createCallers(local, { authenticate, resource: trusted, outcomes });

    void callers.identify(received());
    void callers.identify(received());
    const twice = received();
    twice.rawHeaders.push("Authorization", "Bearer other");
    twice.headersDistinct = { authorization: ["Bearer secret", "Bearer other"] };
    void callers.identify(twice);

    expect(reported).toEqual([[identity, 1_000], { because: "two-tokens" }]);
  });

  it("is not needed if callers need no identity", () => {
    const everybody = createCallers(local, undefined);

    expect(everybody.identify(received())).toBeUndefined();
    expect(everybody.principalOf(undefined)).toBe(local);
  });
});

const request = new IncomingMessage(new Socket());
const known: Callers = {
  identify: () => undefined,
  principalOf: () => ({ id: "login:ada", permissions: [], tenant: "north" }),
  revocationOf: () => undefined,
};
const full: TakeRequest = () => ({ taken: false, retryAfterMs: 1_001 });
const slow: TakeRequest = async (key) => full(key);
const nobody: TakeRequest = () => {
  throw new Error("nobody to count");
};
const refusal = { status: 429, headers: { "retry-after": "2" } };

describe("limitCallers", () => {
  it("does nothing without a limit", () => {
    expect(limitCallers(known, undefined)).toBe(known);
  });

  it("counts by principal, regardless of the request and the principal's other tokens", async () => {
    const keys: string[] = [];
    const take: TakeRequest = (key) => {
      keys.push(key);
      return { taken: true };
    };

    await limitCallers(known, take).identify(request);
    const elsewhere = { ...known.principalOf(undefined), tenant: "south" };
    await limitCallers({ ...known, principalOf: () => elsewhere }, take).identify(request);

    expect(keys).toEqual(['["requests","login:ada"]', '["requests","login:ada"]']);
  });

  it("says when to retry, in whole seconds", async () => {
    expect(await limitCallers(known, full).identify(request)).toMatchObject(refusal);
  });

  it("waits for an asynchronous counter and identity check", async () => {
    const later: Callers = { ...known, identify: async () => undefined };

    expect(await limitCallers(known, slow).identify(request)).toMatchObject(refusal);
    expect(await limitCallers(later, slow).identify(request)).toMatchObject(refusal);
  });

  it("does not count refused callers", async () => {
    const stranger = { kind: "refused", status: 401, code: 7005, message: "" } as const;
    const callers = limitCallers({ ...known, identify: () => stranger }, nobody);

    expect(await callers.identify(request)).toBe(stranger);
  });
});
