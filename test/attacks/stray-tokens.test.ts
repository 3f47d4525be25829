import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createForger, resource } from "../../packages/testing/src/issuer.ts";
import { reading } from "../gate/tools.ts";
import { callOf, type Wish } from "./caller.ts";
import { openServed, type Served } from "./served.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;

let served: Served;
let sink: Sink;
beforeAll(async () => {
  served = await openServed({ tools: [reading("get-forecast")] });
  sink = await openSink();
  return async () => {
    await sink[Symbol.asyncDispose]();
    await served[Symbol.asyncDispose]();
  };
}, timeout);

/** An address that must receive no request. */
interface Sink extends AsyncDisposable {
  readonly url: string;
  readonly asked: () => number;
}

async function openSink(): Promise<Sink> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const lanes: readonly Wish[] = [
  { era: "modern" },
  { era: "legacy" },
  { era: "modern", meta: { progressToken: "p" } },
  { era: "legacy", meta: { progressToken: "p" } },
];

/** Every token tried. No part of them may be found afterwards. */
const tried: string[] = [];
const metadata = "https://tools.example.com/.well-known/oauth-protected-resource/mcp";

interface Seen {
  readonly status: number;
  readonly challenge: string | null;
  /** Whether the answer echoed any part of the token. */
  readonly echoes: boolean;
}

/** Returns the distinct answers to a token over both eras and lanes. */
async function responsesTo(token: string): Promise<readonly Seen[]> {
  tried.push(token);
  const responses = new Map<string, Seen>();
  for (const lane of lanes) {
    const { headers, ...request } = callOf("get-forecast", { city: "Oslo" }, lane);
    const all = new Headers(headers);
    all.set("authorization", `Bearer ${token}`);
    const response = await fetch(served.url(), { ...request, headers: all });
    const { status } = response;
    const challenge = response.headers.get("www-authenticate");
    const echoes = (await response.text()).includes(token.slice(0, 20));
    responses.set(JSON.stringify({ status, challenge, echoes }), { status, challenge, echoes });
  }
  // A call without a known principal must go no further.
  if (served.upstream.calls.length > 0) throw new Error("A call has reached its server.");
  return [...responses.values()];
}

function refused(error: "invalid_token" | "insufficient_scope"): readonly Seen[] {
  const challenge = `Bearer error="${error}", scope="mcp", resource_metadata="${metadata}"`;
  return [{ status: error === "invalid_token" ? 401 : 403, challenge, echoes: false }];
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function claimsFor(sub: string): Readonly<Record<string, unknown>> {
  const [known] = served.issuer.trust.trusted;
  const exp = Math.floor(served.hands.now() / 1000) + 600;
  return { iss: known?.issuer, aud: resource.href, sub, exp, scope: "mcp", roles: ["reader"] };
}

describe("SECURITY 25: a token is refused", { timeout }, () => {
  it.each([
    ["of another issuer", () => "https://evil.example.com"],
    ["of an issuer with a slash more", (issuer: string) => `${issuer}/`],
    ["of an issuer in capitals", (issuer: string) => issuer.replace("http:", "HTTP:")],
    ["of an issuer that only looks the same", (issuer: string) => issuer.replace("1", "\u{ff11}")],
    ["of an issuer with a blank behind it", (issuer: string) => `${issuer} `],
    ["of an issuer with more behind it", (issuer: string) => `${issuer}.evil.example.com`],
    [
      "of an issuer with a user name before it",
      (issuer: string) => issuer.replace("//", "//evil@"),
    ],
    ["of several issuers", (issuer: string) => [issuer]],
    ["without an issuer", () => undefined],
    ["of a part of every object", () => "__proto__"],
  ] as const)("%s", async (_, change) => {
    const [known] = served.issuer.trust.trusted;
    const iss = change(known?.issuer ?? "");

    expect(await responsesTo(await served.issuer.tokenFor("mallory", { claims: { iss } }))).toEqual(
      refused("invalid_token"),
    );
  });

  it.each([
    ["for another", "https://other.example.com/mcp"],
    ["for our address with a slash more", `${resource.href}/`],
    ["for our address without its path", `${resource.origin}/`],
    ["for our address in capitals", resource.href.toUpperCase()],
    ["for several others", ["https://other.example.com", "https://third.example.com"]],
    ["without an audience", undefined],
    ["for an empty list", []],
    ["for something else than a text", { href: resource.href }],
  ] as const)("%s", async (_, aud) => {
    expect(await responsesTo(await served.issuer.tokenFor("mallory", { claims: { aud } }))).toEqual(
      refused("invalid_token"),
    );
  });

  it.each([
    ["that expired", { exp: 1 }],
    ["that never expires", { exp: undefined }],
    ["whose end is a text", { exp: "9999999999" }],
    ["that is not good yet", { nbf: 9_999_999_999 }],
    ["without a subject", { sub: undefined }],
    ["with a number as its subject", { sub: 7 }],
  ] as const)("%s", async (_, claims) => {
    expect(await responsesTo(await served.issuer.tokenFor("mallory", { claims }))).toEqual(
      refused("invalid_token"),
    );
  });

  it.each([
    ["without a scope", { scope: undefined }],
    ["with another scope", { scope: "mcp.read" }],
    ["with a scope in capitals", { scope: "MCP" }],
  ] as const)("%s", async (_, claims) => {
    const token = await served.issuer.tokenFor("mallory", { claims });

    expect(await responsesTo(token)).toEqual(refused("insufficient_scope"));
  });

  it("without a signature, in any notation", async () => {
    for (const alg of ["none", "None", "NONE", "nOnE"]) {
      const unsigned = `${base64({ alg, typ: "JWT" })}.${base64(claimsFor("mallory"))}`;
      expect(await responsesTo(`${unsigned}.`)).toEqual(refused("invalid_token"));
      expect(await responsesTo(`${unsigned}.AAAA`)).toEqual(refused("invalid_token"));
    }
  });

  it("signed with the public key as an HMAC secret", async () => {
    const [known] = served.issuer.trust.trusted;
    const published = await (await fetch(known?.jwksUrl ?? "")).text();
    for (const secret of [published, published.slice(published.indexOf("[") + 1, -2)]) {
      const head = `${base64({ alg: "HS256", kid: "k1" })}.${base64(claimsFor("mallory"))}`;
      const signature = createHmac("sha256", secret).update(head).digest("base64url");
      expect(await responsesTo(`${head}.${signature}`)).toEqual(refused("invalid_token"));
    }
  });

  it.each(["jku", "x5u", "jwk", "x5c", "crit", "kid"])(
    "with its own key in %s, which is never fetched",
    async (trick) => {
      const { jwk, sign } = await createForger();
      const tricks: Readonly<Record<string, object>> = {
        jku: { jku: sink.url },
        x5u: { x5u: sink.url },
        jwk: { jwk },
        x5c: { x5c: ["AAAA"] },
        crit: { crit: ["b64"], b64: true },
        kid: { kid: `../../${sink.url}` },
      };
      const token = await sign(claimsFor("mallory"), { kid: "k1", ...tricks[trick] });

      expect(await responsesTo(token)).toEqual(refused("invalid_token"));
      expect(sink.asked()).toBe(0);
    },
  );

  it("changed, truncated, doubled or malformed", async () => {
    const good = await served.issuer.tokenFor("mallory");
    const [header = "", payload = "", signature = ""] = good.split(".");
    const other = base64({ ...claimsFor("mallory"), roles: ["admin"] });
    expect(await responsesTo(`${header}.${other}.${signature}`)).toEqual(refused("invalid_token"));
    expect(await responsesTo(`${header}.${payload}.${signature.slice(0, -2)}`)).toEqual(
      refused("invalid_token"),
    );
    expect(await responsesTo(`${header}.${payload}.`)).toEqual(refused("invalid_token"));
    expect(await responsesTo(`${header}.${payload}`)).toEqual(refused("invalid_token"));
    expect(await responsesTo(`${good}.${signature}`)).toEqual(refused("invalid_token"));
    expect(await responsesTo(`tck_${good}`)).toEqual(refused("invalid_token"));
    expect(await responsesTo("a.b.c")).toEqual(refused("invalid_token"));
  });
});

describe("SECURITY 25: a token", { timeout }, () => {
  const given = callOf("get-forecast", { city: "Bern" }, { era: "legacy" });

  it("is read only from its header", async () => {
    const token = await served.issuer.tokenFor("mallory");
    tried.push(token);
    const query = new URL(`?access_token=${token}&token=${token}`, served.url());
    const headers = new Headers(given.headers);
    headers.set("cookie", `access_token=${token}`);
    headers.set("proxy-authorization", `Bearer ${token}`);
    headers.set("x-forwarded-authorization", `Bearer ${token}`);

    const inAddress = await fetch(query, given);
    const elsewhere = await fetch(served.url(), { ...given, headers });

    expect(inAddress.status).toBe(404);
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.headers.get("www-authenticate")).toBe(
      `Bearer scope="mcp", resource_metadata="${metadata}"`,
    );
    await Promise.all([inAddress.text(), elsewhere.text()]);
    expect(served.upstream.calls).toEqual([]);
  });

  it("is refused beside a second one, in either order", async () => {
    const good = await served.issuer.tokenFor("ada");
    const bad = await served.issuer.tokenFor("mallory", { isForged: true });
    tried.push(good, bad);
    const statuses = [];
    for (const tokens of [
      [good, bad],
      [bad, good],
      [good, good],
    ]) {
      const headers = new Headers(given.headers);
      headers.set("authorization", tokens.map((token) => `Bearer ${token}`).join(", "));
      const response = await fetch(served.url(), { ...given, headers });
      statuses.push(response.status);
      await response.text();
    }

    expect(statuses).toEqual([401, 401, 401]);
    expect(served.upstream.calls).toEqual([]);
  });

  it("for several audiences is accepted if we are one of them", async () => {
    const aud = ["https://other.example.com", resource.href, resource.href];
    const token = await served.issuer.tokenFor("ada", { claims: { aud } });
    tried.push(token);
    const headers = new Headers(given.headers);
    headers.set("authorization", `Bearer ${token}`);

    const response = await fetch(served.url(), {
      ...callOf("nothing-like-it", {}, { era: "legacy" }),
      headers,
    });

    expect(await response.text()).toContain("tool-unknown");
  });

  it("leaves no trace in the log or on disk, accepted or not", async () => {
    expect(await responsesTo(await served.issuer.tokenFor("mallory", { isForged: true }))).toEqual(
      refused("invalid_token"),
    );
    const files = (await served.folder.files()).filter((file) => !file.endsWith(".key"));
    const kept = await Promise.all(
      files.map((file) => readFile(join(served.folder.path, file), "latin1")),
    );

    const parts = tried.flatMap((token) => token.split(".")).filter((part) => part.length > 20);
    const traces = [...kept, ...served.printed].filter((text) =>
      parts.some((part) => text.includes(part)),
    );

    expect(parts.length).toBeGreaterThan(2);
    expect(traces).toEqual([]);
  });
});
