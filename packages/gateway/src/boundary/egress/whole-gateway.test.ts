import { Socket } from "node:net";
import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { JsonObject } from "@toolcourt/sdk";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { openHttpGateway } from "@toolcourt/testing/http-tools";
import { openApiManagement } from "@toolcourt/testing/targets/api-management";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { principalId } from "@toolcourt/testing/targets/vendor-errors";
import { describe, expect, it, onTestFinished, vi } from "vitest";

// HTTP tools through the whole gateway: what reaches the target, and what the caller sees.

const output = {
  type: "object",
  properties: { value: { description: "Whatever came.", type: "array", items: {} } },
  additionalProperties: true,
};

function reading(path: string): JsonObject {
  const description = "Reads what the target has there, as it comes.";
  return { name: "read-it", description, get: path, output, terms: { idempotent: true } };
}

function writing(path: string, more: JsonObject = {}): JsonObject {
  return {
    name: "write-it",
    description: "Writes a thing to the target, as it is given.",
    post: path,
    input: { name: { type: "string", description: "Its name.", maxLength: 100 } },
    body: { name: "{name}" },
    output,
    ...more,
  };
}

interface World {
  readonly tools: readonly JsonObject[];
  readonly egress?: JsonObject;
}

async function setUp({ tools, egress = {} }: World) {
  const api = await openFixtureApi();
  onTestFinished(() => api[Symbol.asyncDispose]());
  const origin = `http://127.0.0.1:${api.port}`;
  const file = JSON.stringify({ tools });
  const gateway = await openHttpGateway({ origin, tools: file, egress });
  return { ...gateway, api };
}

/** Returns the caller's refusal, and the same as text. */
async function told(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const refusal = refusalData(error);
  const message = error instanceof Error ? error.message : "";
  return { refusal, text: `${message}${JSON.stringify(refusal)}` };
}

// Each test opens a gateway and a target: slow on busy machines.
describe("an HTTP tool", () => {
  it("fetches every page through API Management, with key and token kept apart", async () => {
    const certificate = createCertificate("localhost");
    await using api = await openFixtureApi();
    const origin = `http://127.0.0.1:${api.port}`;
    const backends = { "/arm": { host: `127.0.0.1:${api.port}`, port: api.port } };
    await using management = await openApiManagement({ certificate, key: "key-canary", backends });
    await using folder = await openFolder({ "ca.pem": certificate.cert });
    const paging = { items: "/value", next_link: "/nextLink" };
    const { call } = await openHttpGateway({
      origin,
      tools: JSON.stringify({ tools: [{ ...reading("/things"), paging }] }),
      egress: {
        allow: [{ origin, addresses: "loopback", path: "/arm" }],
        gateway: {
          url: `https://localhost:${management.port}`,
          key: "key-canary",
          addresses: "loopback",
        },
        ca_file: `${folder.path}/ca.pem`,
      },
    });

    const answer = await call("read-it");

    expect(answer).toMatchObject({ isError: false });
    expect(management.passed).toEqual(["GET /things", "GET /things?from=2", "GET /things?from=4"]);
    expect(management.refused()).toBe(0);
    expect(api.seen.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }, () => "Bearer t-secret-token-of-the-shop"),
    );
    expect(JSON.stringify(api.seen.map(({ rawHeaders }) => rawHeaders))).not.toContain(
      "key-canary",
    );
  });

  it("is refused without opening a socket if the gateway is required but not configured", async () => {
    const { call, api } = await setUp({ tools: [reading("/things")], egress: { gateway: {} } });
    const spy = vi.spyOn(Socket.prototype, "connect");
    onTestFinished(() => spy.mockRestore());

    const { refusal } = await told(call("read-it"));

    expect(refusal).toMatchObject({ code: "gateway-required", retryable: false });
    expect(spy).not.toHaveBeenCalled();
    expect(api.connections()).toBe(0);
  });

  it.each([
    ["denied", { code: "target-denied", evidence: { requiredRole: "Reader" } }],
    ["cost-denied", { code: "target-denied" }],
    ["expired", { code: "target-unauthenticated", evidence: { because: "expired" } }],
    ["unauthenticated", { code: "target-unauthenticated", evidence: { because: "refused" } }],
    ["throttled-for-a-year", { code: "target-throttled", retryable: true }],
    ["used-up", { code: "target-throttled" }],
    ["rejected", { code: "target-failed", retryable: false, evidence: { status: 400 } }],
  ])(
    "whose target answers %s reports %j, after one request and without the target's text",
    async (name, expected) => {
      const { call, api } = await setUp({ tools: [reading(`/errors/${name}`)] });

      const { refusal, text } = await told(call("read-it"));

      expect(refusal).toMatchObject(expected);
      expect(api.seen).toHaveLength(1);
      for (const foreign of [principalId, "ada@example.com", "Ignore", "Request ID"]) {
        expect(text).not.toContain(foreign);
      }
    },
  );

  it.each([
    ["/huge", "response-too-large"],
    ["/bomb", "response-too-large"],
    ["/login", "unexpected-content"],
  ])("fails if its target answers with %s", async (path, fault) => {
    const { call } = await setUp({ tools: [reading(path)], egress: { max_response: "1MB" } });

    const { refusal, text } = await told(call("read-it"));

    expect(refusal).toMatchObject({ code: "target-failed", evidence: { fault } });
    expect(text).not.toContain("Ignore");
  });

  it.each(["https://evil.example/", "http://169.254.169.254/", "//evil.example/"])(
    "does not follow a redirect to %s",
    async (to) => {
      const path = `/redirect?to=${encodeURIComponent(to)}`;
      const { call, api } = await setUp({ tools: [{ ...reading("/redirect"), query: { to } }] });

      const { refusal } = await told(call("read-it"));

      expect(api.seen.map(({ url }) => url)).toEqual([path]);
      expect(refusal).toMatchObject({ code: "egress-refused", evidence: { rule: "redirect" } });
    },
  );

  it.each(["/vanish", "/errors/failed"])(
    "does not retry a write that fails at %s, and reports the outcome as unknown",
    async (path) => {
      const { call, api } = await setUp({ tools: [writing(path)] });

      const { refusal } = await told(call("write-it", { name: "a" }));

      expect(refusal).toMatchObject({ code: "outcome-unknown", retryable: false });
      expect(api.written).toHaveLength(1);
    },
  );

  it("retries a write that has an idempotency key, with the same key", async () => {
    const { call, api } = await setUp({
      tools: [writing("/errors/failed", { idempotency_key: "Idempotency-Key" })],
      egress: { retry: { attempts: 2 } },
    });

    await told(call("write-it", { name: "a" }));

    const [first, second] = api.written;
    expect(api.written).toHaveLength(2);
    expect(first?.key).toMatch(/./);
    expect(second?.key).toBe(first?.key);
  });
});
