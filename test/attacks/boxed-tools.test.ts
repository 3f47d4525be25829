import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openEgress } from "@toolcourt/gateway/internal/boundary/egress/open-egress";
import { parseJson, valueAt } from "@toolcourt/sdk";
import { tryEverything } from "@toolcourt/testing/boxed/discovery-tools";
import {
  type BoxedDiscovery,
  openDiscoveryTools,
} from "@toolcourt/testing/boxed/open-discovery-tools";
import { boxesOf } from "@toolcourt/testing/boxes";
import { createCertificate } from "@toolcourt/testing/certificate";
import {
  answering,
  type DiscoveryOptions,
  openDiscovery,
  rightArguments,
  targetOrigin,
  token,
} from "@toolcourt/testing/discovery";
import { openFolder } from "@toolcourt/testing/folder";
import { codeOf, openHttpGateway, secretOf } from "@toolcourt/testing/http-tools";
import { openTarget } from "@toolcourt/testing/target";
import { openApiManagement } from "@toolcourt/testing/targets/api-management";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

// Local tools of the profile `cloud-discovery` reach nothing but targets, by their context (S2-1,
// T35).

const { inBox, whereForbidden } = boxesOf();

// The tools are listed once for all tests, because a box takes a second to load its module.
let boxed: BoxedDiscovery | undefined;
beforeAll(async () => {
  boxed = inBox ? await openDiscoveryTools() : undefined;
}, 60_000);
afterAll(() => boxed?.[Symbol.asyncDispose]());

/** Opens a gateway with the boxed tools, in front of a target behind API Management. */
async function open(options: DiscoveryOptions = {}) {
  const { tools: local = [], toolbox = {} } = boxed ?? {};
  return openDiscovery({ ...options, toolbox, deps: { local, ...options.deps } });
}

const things = { ...rightArguments, url: `${targetOrigin}/things` };

/** Opens what a tool could reach: a port, two sockets and a file. */
async function openPlace() {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const { path: place } = stack.use(await openFolder({ secret: "of the gateway" }));
  const target = stack.use(await openTarget(answering({})));
  for (const path of [`${place}/socket`, `\0${place}`]) {
    const server = createServer((socket) => socket.destroy());
    stack.defer(() => void server.close());
    await new Promise<void>((resolve) => {
      server.listen({ path }, resolve);
    });
  }
  return { target, given: { ...rightArguments, port: target.port, place } };
}

describe("the same tool in our own process", () => {
  it("reaches all of it, so the attempts are real", async () => {
    const { given, target } = await openPlace();
    const context = {
      userId: null,
      correlationId: randomUUID(),
      traceId: randomUUID(),
      agentId: "a",
      agentVersion: "1",
      timestamp: new Date(0).toISOString(),
      permissions: ["things:read"],
    };

    const { data } = await tryEverything.invoke(
      { ...given, correlation_id: "c", session_id: "s" },
      context,
    );

    const worked = ["fetch", "connect", "unix socket", "abstract socket", "child process"];
    for (const way of [...worked, "file of the gateway"]) {
      expect(valueAt(data === null ? null : { ...data }, "/worked")).toContain(way);
    }
    expect(target.connections()).toBeGreaterThan(0);
  });
});

describe.runIf(inBox)("a boxed tool", { timeout: 60_000 }, () => {
  it("reaches nothing by itself: no network, no socket, no file, no process", async () => {
    const { given, target } = await openPlace();
    const { call } = await open();

    const { structuredContent } = await call("try-everything", given);

    expect(valueAt(structuredContent ?? null, "/data")).toMatchObject({ worked: [] });
    expect(target.connections()).toBe(0);
  });

  it("reaches a target by its context, through the gateway and over its connection", async () => {
    const { call, management } = await open({ answer: answering({ value: ["t1"] }) });

    const answer = await call("read-thing", things);

    expect(answer.structuredContent).toMatchObject({
      data: { status: 200, body: '{"value":["t1"]}' },
      metadata: { discovery: { stage: "inventory", counts: { requests: 1 } } },
    });
    expect(management.seen.map(({ url }) => url)).toEqual(["/management.example.com/things"]);
    expect(management.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` });
  });

  it("never sees the token, not even from a target that echoes it", async () => {
    const { call } = await open({
      answer: (request, response) => {
        response.writeHead(200, { "content-type": "application/json", etag: token });
        response.end(JSON.stringify(request.headers));
      },
    });

    const { structuredContent } = await call("read-thing", things);

    const text = JSON.stringify(structuredContent);
    expect(text).toContain("authorization");
    expect(text).not.toContain(token);
  });

  it.each([
    ["an origin that no rule names", "https://other.example.com/", "egress-refused"],
    ["a direct origin, which is no target", "https://login.example.com/", "egress-refused"],
    ["a target that the connection is not for", "https://graph.example.com/", "egress-refused"],
    ["a file", "file:///etc/passwd", "egress-refused"],
  ])("does not reach %s", async (_, url, code) => {
    const allow = [
      { origin: targetOrigin },
      { origin: "https://login.example.com", via: "direct" },
      { origin: "https://graph.example.com" },
    ];
    const { call, management } = await open({ egress: { allow } });

    expect(await codeOf(call("read-thing", { ...rightArguments, url }))).toBe(code);
    expect(management.seen).toEqual([]);
  });

  it.each([
    ["a connection that is revoked", { status: "revoked" }, "connection-revoked"],
    ["another tier", { tiers: ["cost"] }, "connection-tier"],
    ["another scope", { levels: { tenantId: ["t2"], subscriptionId: "any" } }, "connection-scope"],
  ] as const)("does not run with %s", async (_, connection, code) => {
    const { call } = await open({ connection });

    expect(await codeOf(call("read-thing", things))).toBe(code);
  });

  it("takes no token from a caller", async () => {
    const { call } = await open();
    const url = `${targetOrigin}/?access_token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLXRoaXM`;

    expect(await codeOf(call("read-thing", { ...rightArguments, url }))).toBe("input-invalid");
  });

  it("passes a denial of the target on, with the role that helps", async () => {
    const { call } = await open({
      answer: answering({ error: { code: "AuthorizationFailed" } }, 403),
    });
    const refusal: unknown = await call("read-thing", things).catch((error: unknown) => error);

    expect(refusal).toMatchObject({
      code: "target-denied",
      details: { tier: "inventory", scope: { subscriptionId: "s1" } },
    });
  });

  it("that crashes fails its own call and no other", async () => {
    const { call } = await open();

    const codes = [call("crash-now", rightArguments), call("read-thing", things)].map(codeOf);
    expect(await Promise.all(codes)).toEqual(["upstream-failed", "answered"]);
  });

  it("is ended if it does not react to its deadline", async () => {
    const { tools: local = [], toolbox = {} } = boxed ?? {};
    const tools = local.map(({ name }) => ({
      name,
      timeout: name === "spin-forever" ? "PT2S" : "PT30S",
    }));
    const { call } = await openDiscovery({ toolbox: { ...toolbox, tools }, deps: { local } });

    expect(await codeOf(call("spin-forever", rightArguments))).toBe("deadline-passed");
    expect(await codeOf(call("read-thing", things))).toBe("answered");
  });

  it("reads all pages of an API behind API Management", async () => {
    const certificate = createCertificate("apim.test", "api.test");
    await using api = await openFixtureApi({ origin: "https://api.test" });
    await using management = await openApiManagement({
      certificate,
      key: "key-canary",
      backends: { "/base/api": { host: "api.test", port: api.port } },
    });
    const baseUrl = `https://apim.test:${management.port}/base`;
    const key = { header: "ocp-apim-subscription-key", value: secretOf("key-canary") };
    const paths = { "https://api.test": "/api" };
    await using egress = openEgress(
      {
        policy: { hosts: [{ host: "api.test", addresses: "loopback" }] },
        gateway: { kind: "required", through: { baseUrl, paths, key, addresses: "loopback" } },
        redirects: "refused",
        retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1 } },
        limits: {
          maxPayloadBytes: 1_000,
          maxResponseBytes: 1_000_000,
          deadlineMs: 10_000,
          connections: 4,
        },
        ca: certificate.cert,
      },
      { clock: systemClock, lookup: async () => ["127.0.0.1"], random: () => 0 },
    );
    const { tools: local = [], toolbox = {} } = boxed ?? {};
    const { call } = await openHttpGateway({
      origin: "https://api.test",
      tools: "tools: []",
      toolbox: { ...toolbox, http: [] },
      egress: {
        allow: [{ origin: "https://api.test", path: "/api" }],
        gateway: { url: baseUrl, addresses: "loopback" },
      },
      outside: { egress },
      deps: { local },
    });
    const url = "https://api.test/things";
    const first = await call("read-thing", { ...rightArguments, url });
    const body = valueAt(first.structuredContent ?? null, "/data/body");
    const page = typeof body === "string" ? parseJson(body) : null;
    const next = valueAt(page, "/nextLink") ?? null;
    await call("read-thing", { ...rightArguments, url: next, from: url });

    expect(management.passed).toEqual(["GET /things", "GET /things?from=2"]);
    expect(management.refused()).toBe(0);
  });
});

describe.runIf(whereForbidden)("a kernel that forbids namespaces", () => {
  it("stops the start with a clear sentence", async () => {
    await expect(openDiscoveryTools()).rejects.toMatchObject({
      code: "box-unavailable",
      details: { because: "namespaces" },
    });
  });
});
