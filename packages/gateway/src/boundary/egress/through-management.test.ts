import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { createCertificate } from "@toolcourt/testing/certificate";
import {
  type ApiManagementOptions,
  openApiManagement,
} from "@toolcourt/testing/targets/api-management";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { principalId, vendorErrors } from "@toolcourt/testing/targets/vendor-errors";
import { describe, expect, it } from "vitest";
import { Secret } from "../secrets/secret.ts";
import { saysPartial } from "./classify.ts";
import type { Egress, EgressRequest } from "./egress.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { GatewayToken } from "./gateway-route.ts";
import { openEgress } from "./open-egress.ts";
import type { Credential } from "./request-headers.ts";

const certificate = createCertificate("apim.test", "api.test");
const origin = "https://api.test";
const credential: Credential = {
  headers: { Authorization: new Secret("Bearer token-canary", "one") },
  origins: [origin],
};

const current: GatewayToken["current"] = async () => new Secret("Bearer gateway-canary", "three");

/** Opens a target behind API Management, and an egress that requires it. */
async function setUp(more: Pick<ApiManagementOptions, "token"> = {}) {
  const stack = new AsyncDisposableStack();
  const api = stack.use(await openFixtureApi({ origin }));
  const management = stack.use(
    await openApiManagement({
      certificate,
      key: "key-canary",
      backends: { "/base/api": { host: "api.test", port: api.port } },
      ...more,
    }),
  );
  const open = (key: string, token?: GatewayToken): Egress =>
    stack.use(
      openEgress(
        {
          policy: {
            hosts: [
              { host: "api.test", methods: ["GET", "POST"], addresses: "loopback" },
              { host: "other.test", addresses: "loopback" },
            ],
          },
          gateway: {
            kind: "required",
            through: {
              baseUrl: `https://apim.test:${management.port}/base`,
              paths: { [origin]: "/api" },
              key: { header: "Ocp-Apim-Subscription-Key", value: new Secret(key, "two") },
              addresses: "loopback",
              ...(token && { token }),
            },
          },
          redirects: "same-origin",
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
      ),
    );
  const egress = open("key-canary");
  const ask = (path: string, request: Partial<EgressRequest> = {}) =>
    egress.request({ method: "GET", url: `${origin}${path}`, credential, ...request });
  return { api, management, egress, open, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function failureOf(work: Promise<unknown>): Promise<EgressFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof EgressFailure) return error;
  throw new Error("This was no failure.", { cause: error });
}

function read(body: Uint8Array): JsonObject {
  const value = parseJson(Buffer.from(body).toString());
  if (isJsonObject(value)) return value;
  throw new TypeError("This is no object.");
}

describe("egress through API Management", () => {
  it("fetches all pages of a list whose links name the target directly", async () => {
    await using world = await setUp();
    const ids: unknown[] = [];
    let url: string | undefined = `${origin}/things`;
    while (url !== undefined) {
      const answer = await world.egress.request({ method: "GET", url, credential });
      const page = read(answer.body);
      ids.push(page["value"]);
      const link = page["nextLink"];
      url = typeof link === "string" ? world.egress.nextPage(url, link) : undefined;
    }

    expect(ids.flat()).toMatchObject(["t1", "t2", "t3", "t4", "t5"].map((id) => ({ id })));
    expect(world.management.passed).toEqual([
      "GET /things",
      "GET /things?from=2",
      "GET /things?from=4",
    ]);
  });

  it("sends the credential only to the target, and the gateway key only to the gateway", async () => {
    await using world = await setUp();

    const { body } = await world.ask("/echo");

    expect(read(body)).toMatchObject({
      headers: { authorization: "Bearer token-canary", host: "api.test" },
    });
    expect(Buffer.from(body).toString()).not.toContain("key-canary");
    expect(world.management.refused()).toBe(0);
  });

  it("fails with a wrong gateway key, and does not blame the credential", async () => {
    await using world = await setUp();

    const asked = world.open("wrong").request({ method: "GET", url: `${origin}/things` });

    expect(await failureOf(asked)).toMatchObject({
      kind: "gateway-refused",
      details: { status: 401, attempts: 1 },
    });
    expect(world.api.connections()).toBe(0);
  });

  const post: EgressRequest = { method: "POST", url: `${origin}/things`, body: "{}", credential };

  it("sends its own token beside the key and the credential", async () => {
    await using world = await setUp();
    const egress = world.open("key-canary", { header: "X-Gateway-Authorization", current });

    const { body } = await egress.request({ method: "GET", url: `${origin}/echo`, credential });

    expect(read(body)).toMatchObject({
      headers: {
        authorization: "Bearer token-canary",
        "x-gateway-authorization": "Bearer gateway-canary",
      },
    });
  });

  it("fails with a refused token of its own, and does not blame the credential", async () => {
    const header = "X-Gateway-Authorization";
    await using world = await setUp({ token: { header, value: "Bearer another" } });
    const egress = world.open("key-canary", { header, current });
    const url = `${origin}/things`;

    expect(await failureOf(egress.request({ method: "GET", url, credential }))).toMatchObject({
      kind: "gateway-refused",
      details: { status: 401, attempts: 1 },
    });
    expect(world.api.connections()).toBe(0);
    // Without a token for the gateway, the same answer is the target's.
    expect(await failureOf(world.ask("/things"))).toMatchObject({ kind: "unauthenticated" });
  });

  it("sends nothing without its own token, and says that a write had no effect", async () => {
    await using world = await setUp();
    const egress = world.open("key-canary", {
      header: "X-Gateway-Authorization",
      current: () => Promise.reject(new EgressFailure("gateway-token")),
    });

    expect(await failureOf(egress.request(post))).toMatchObject({
      kind: "gateway-token",
      details: { mayHaveTakenEffect: false },
    });
    expect(world.management.seen).toEqual([]);
  });

  it.each(["Authorization", "authorization"])(
    "refuses a credential in the header of its own token: %s",
    async (header) => {
      await using world = await setUp();
      const egress = world.open("key-canary", { header, current });

      expect(await failureOf(egress.request(post))).toMatchObject({ kind: "header-refused" });
      expect(world.management.seen).toEqual([]);
    },
  );

  it.each(Object.entries(vendorErrors))("reports %s without any vendor text", async (name) => {
    await using world = await setUp();

    const failure = await failureOf(world.ask(`/errors/${name}`));

    const shown = `${failure.message}${JSON.stringify(failure.details)}`;
    for (const foreign of [principalId, "ada@example.com", "Ignore", "Traceback"]) {
      expect(shown).not.toContain(foreign);
    }
  });

  it.each([
    ["denied", "access-denied"],
    ["cost-denied", "access-denied"],
    ["graph-denied", "access-denied"],
    ["expired", "token-expired"],
    ["unauthenticated", "unauthenticated"],
    ["throttled", "throttled"],
    ["cost-throttled", "throttled"],
    ["used-up", "throttled"],
    ["failed", "failed"],
    ["broken", "failed"],
    ["rejected", "rejected"],
  ])("reports %s as %s", async (name, kind) => {
    await using world = await setUp();

    expect(await failureOf(world.ask(`/errors/${name}`))).toMatchObject({ kind });
  });

  it.each([
    ["/huge", "response-too-large"],
    ["/bomb", "response-too-large"],
    ["/cut", "cut-short"],
    ["/redirect?to=https://other.test/", "redirect-refused"],
    ["/redirect?to=http://169.254.169.254/", "redirect-refused"],
  ])("fails on %s with %s", async (path, kind) => {
    await using world = await setUp();

    const asked = world.ask(path);

    expect(await failureOf(asked)).toMatchObject({ kind });
  });

  it("accepts an empty answer, and reports a partial one", async () => {
    await using world = await setUp();

    expect(await world.ask("/empty")).toMatchObject({ status: 204, isPartial: false });
    expect(await world.ask("/partial")).toMatchObject({ isPartial: true });
    const { body } = await world.ask("/truncated");
    expect(saysPartial(read(body))).toBe(true);
  });
});

describe("a credential", () => {
  it("is sent only to its own origins", async () => {
    await using world = await setUp();
    const url = "https://other.test/things";

    const asked = world.egress.request({ method: "GET", url, credential });

    expect(await failureOf(asked)).toMatchObject({ kind: "credential-refused" });
    expect(world.management.connections()).toBe(0);
  });

  it.each([
    { headers: { authorization: "Bearer mine" } },
    { credential: { ...credential, headers: { Host: new Secret("evil.test", "x") } } },
    { credential: { ...credential, headers: { "x-a": new Secret("b\r\nx-c: d", "x") } } },
    {
      credential: {
        ...credential,
        headers: { "ocp-apim-subscription-key": new Secret("mine", "x") },
      },
    },
  ])("owns its headers and may set no reserved ones: %#", async (request) => {
    await using world = await setUp();

    expect(await failureOf(world.ask("/echo", request))).toMatchObject({ kind: "header-refused" });
    expect(world.api.connections()).toBe(0);
  });
});
