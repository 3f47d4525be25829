import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, valueAt } from "@toolcourt/sdk";
import { incomingCall, noAbort } from "@toolcourt/testing/calls";
import {
  answering,
  type DiscoveryOptions,
  openDiscovery,
  rightArguments,
  targetOrigin,
  token,
} from "@toolcourt/testing/discovery";
import { openFolder } from "@toolcourt/testing/folder";
import { codeOf } from "@toolcourt/testing/http-tools";
import type { Answering } from "@toolcourt/testing/target";
import { vendorErrors } from "@toolcourt/testing/targets/vendor-errors";
import { describe, expect, it } from "vitest";
import { openAuthority } from "../../compose/open-authority.ts";

// Implications of the discovery requirements (S2-40), each through a whole gateway: configuration,
// pipeline, real connection checks, egress, and an API Management double.

/** Returns how a call of `list-resources` ends. */
async function outcome(options: DiscoveryOptions, more: JsonObject = {}): Promise<string> {
  const { call } = await openDiscovery(options);
  return codeOf(call("list-resources", { ...rightArguments, ...more }));
}

/** Returns the refusal a caller sees. */
async function told(options: DiscoveryOptions, tool = "list-resources", more: JsonObject = {}) {
  const { call } = await openDiscovery(options);
  const refusal: unknown = await call(tool, { ...rightArguments, ...more }).catch(
    (error: unknown) => error,
  );
  return refusalData(refusal);
}

const withNothing: Answering = (_request, response) => {
  response.writeHead(204).end();
};

describe("a successful discovery", () => {
  it("returns the findings and its own metadata (S2-22, S2-24, S2-28 to S2-31)", async () => {
    const { call, management } = await openDiscovery();

    const answer = await call("list-resources", rightArguments);

    expect(answer.structuredContent).toMatchObject({
      data: { resources: [{ id: "r1" }] },
      metadata: {
        discovery: {
          stage: "inventory",
          counts: { pages: 1, items: 1 },
          complete: true,
        },
      },
    });
    expect(JSON.stringify(answer.structuredContent)).toMatch(
      /"discovery_id":"id-\d+".*"started_at":"\d{4}-[^"]+Z","finished_at":"\d{4}-[^"]+Z"/,
    );
    expect(management.seen.map(({ url }) => url)).toEqual([
      "/management.example.com/subscriptions/s1/resources?api-version=2021-04-01",
    ]);
  });

  it("returns the aggregates of the tier cost (S2-22)", async () => {
    const { call } = await openDiscovery({ answer: answering({ total: 12.5 }) });

    const { structuredContent } = await call("query-costs", { ...rightArguments, tier: "cost" });

    expect(structuredContent).toMatchObject({
      data: { total: 12.5 },
      metadata: { discovery: { stage: "cost", complete: true } },
    });
  });

  it("goes through API Management with both keys, hidden from the caller (S2-8, S2-18)", async () => {
    const { call, management } = await openDiscovery();

    await call("list-resources", rightArguments);

    expect(management.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      "ocp-apim-subscription-key": "gateway-key-of-this-test",
    });
  });

  it("hides host-injected parameters from callers, and fills them", async () => {
    const { gateway, call } = await openDiscovery();
    const [, listed] = gateway.registry.current().listed;

    const shown = valueAt(listed ?? null, "/inputSchema/properties") ?? null;

    expect(Object.keys(isJsonObject(shown) ? shown : {})).toEqual([
      "connection_id",
      "scope",
      "tier",
    ]);
    expect(await codeOf(call("list-resources", rightArguments))).toBe("answered");
  });

  it.each(["correlation_id", "session_id"])("refuses %s from callers (S2-7)", async (name) => {
    expect(await outcome({}, { [name]: "mine" })).toBe("input-invalid");
  });

  it("refuses a connection from callers if the configuration names it", async () => {
    const set = { connection: "azure" };
    const { connection_id: _, ...rest } = rightArguments;
    const { call } = await openDiscovery({ set });

    expect(await codeOf(call("list-resources", rest))).toBe("answered");
    expect(await codeOf(call("list-resources", rightArguments))).toBe("input-invalid");
  });
});

describe("a connection", () => {
  it.each([
    ["that is not there", { owner: "grace" }, "connection-missing"],
    ["that has expired", { status: "expired" }, "connection-expired"],
    ["whose time is over", { expiresAt: 1 }, "connection-expired"],
    ["that was revoked", { status: "revoked" }, "connection-revoked"],
    [
      "of another subscription",
      { levels: { tenantId: ["t1"], subscriptionId: ["s2"] } },
      "connection-scope",
    ],
    [
      "of another tenant",
      { levels: { tenantId: ["t2"], subscriptionId: ["s1"] } },
      "connection-scope",
    ],
    ["that is not for the tier", { tiers: ["cost"] }, "connection-tier"],
  ] as const)("%s sends no request", async (_, connection, code) => {
    const { call, management } = await openDiscovery({ connection });

    expect(await codeOf(call("list-resources", rightArguments))).toBe(code);
    expect(management.connections()).toBe(0);
  });

  it("is refused if the call names an unknown one", async () => {
    expect(await outcome({}, { connection_id: "nobody" })).toBe("connection-missing");
  });
});

describe("a target's answer", () => {
  it.each([
    ["401", vendorErrors.unauthenticated, "target-unauthenticated"],
    ["401 for a token that has expired", vendorErrors.expired, "target-unauthenticated"],
    ["403", vendorErrors.denied, "target-denied"],
    ["429", vendorErrors.throttled, "target-throttled"],
    ["503", vendorErrors.failed, "target-failed"],
    ["404", vendorErrors.missing, "target-failed"],
  ])("with %s has its own refusal", async (_, { status, body, ...more }, code) => {
    const headers = "headers" in more ? more.headers : {};

    expect(await outcome({ answer: answering({ ...body }, status, headers) })).toBe(code);
  });

  it("with 401 and a denial code is a denial, with the required role (S2-21)", async () => {
    const { status, body } = vendorErrors["cost-denied"];
    const answer = answering({ ...body }, status);
    const refusal = await told({ answer }, "query-costs", { tier: "cost" });

    expect(refusal).toMatchObject({
      code: "target-denied",
      retryable: false,
      evidence: {
        tier: "cost",
        scope: { tenantId: "t1", subscriptionId: "s1" },
        requiredRole: "Cost Management Reader",
      },
    });
    expect(JSON.stringify(refusal)).not.toContain("7d1a5c3e");
  });

  it.each(["denied", "unauthenticated", "expired"] as const)(
    "that refuses access (%s) is never retried (S2-20)",
    async (error) => {
      const { status, body } = vendorErrors[error];
      const { call, management } = await openDiscovery({
        answer: answering({ ...body }, status),
        egress: { retry: { attempts: 3 } },
      });
      await codeOf(call("list-resources", rightArguments));

      expect([401, 403]).toContain(status);
      expect(management.seen).toHaveLength(1);
    },
  );

  it.each([
    [{ attempts: 2, max_wait: "PT1S" }, "answered", 2],
    [{ attempts: 1 }, "target-throttled", 1],
  ])("with 429 is retried within the budget: %j", async (retry, code, times) => {
    let asked = 0;
    const { call, management } = await openDiscovery({
      egress: { retry },
      answer: (request, response) => {
        asked += 1;
        const answer =
          asked === 1 ? answering({}, 429, { "retry-after": "0" }) : answering({ value: [] });
        answer(request, response);
      },
    });

    expect(await codeOf(call("list-resources", rightArguments))).toBe(code);
    expect(management.seen).toHaveLength(times);
  });

  it.each([
    "https://evil.example/next",
    "http://127.0.0.1:1/x",
    "//evil.example/x",
    "https://management.example.com.evil.example/x",
  ])("with a next page at %s is refused", async (nextLink) => {
    const { call, management } = await openDiscovery({
      answer: answering({ value: [], nextLink }),
    });

    expect(await codeOf(call("list-resources", rightArguments))).toBe("egress-refused");
    expect(management.seen).toHaveLength(1);
  });

  it("with a next page at the target is followed through API Management", async () => {
    const { call, management } = await openDiscovery({
      answer: (request, response) => {
        const isFirst = request.url?.includes("page=2") !== true;
        const next = { nextLink: `${targetOrigin}/subscriptions/s1/resources?page=2` };
        const id = isFirst ? "r1" : "r2";
        answering({ value: [{ id }], ...(isFirst && next) })(request, response);
      },
    });
    const { structuredContent } = await call("list-resources", rightArguments);

    expect(structuredContent).toMatchObject({
      metadata: { discovery: { counts: { pages: 2, items: 2 }, complete: true } },
    });
    expect(management.seen[1]?.url).toContain("/management.example.com/subscriptions/s1/");
  });

  it("with 204 is empty, which the contract may forbid", async () => {
    expect(await outcome({ answer: withNothing })).toBe("output-invalid");
  });

  it("that exceeds the limit is refused", async () => {
    const answer = answering({ value: [{ id: "x".repeat(3_000) }] });

    expect(await outcome({ answer, egress: { max_response: "1KB" } })).toBe("target-failed");
  });

  it("that is a login page is a failure", async () => {
    const answer = answering({}, 200, { "content-type": "text/html" });

    expect(await outcome({ answer })).toBe("target-failed");
  });

  it("that contains the token is redacted (S2-23)", async () => {
    const { call } = await openDiscovery({
      answer: answering({ value: [{ id: `got Bearer ${token}` }] }),
    });
    const answer = await call("list-resources", rightArguments);

    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it("reports that it is partial", async () => {
    const { call } = await openDiscovery({
      answer: answering({ value: [], resultTruncated: "true" }),
    });
    const { structuredContent } = await call("list-resources", rightArguments);

    expect(structuredContent).toMatchObject({ metadata: { discovery: { complete: false } } });
  });
});

describe("a call", () => {
  it("that is too large is not sent", async () => {
    const scope = { tenantId: "t1", subscriptionId: "s".repeat(3_000) };

    expect(await outcome({ egress: { max_payload: "1KB" } }, { scope })).toBe("egress-refused");
  });

  it.each([
    [
      "a token by its look",
      { scope: { tenantId: "t1", subscriptionId: `ghp_${"a1B2".repeat(9)}` } },
    ],
    ["a token by its name", { scope: { tenantId: "t1", subscriptionId: "s1", access_token: "x" } }],
    ["an argument that is a token", { authorization: "x" }],
  ])("with %s is refused (S2-9)", async (_, more) => {
    const { call, management } = await openDiscovery();

    expect(await codeOf(call("list-resources", { ...rightArguments, ...more }))).toBe(
      "input-invalid",
    );
    expect(management.connections()).toBe(0);
  });

  it("to an unknown tool is refused (S2-15)", async () => {
    const { call } = await openDiscovery();

    expect(await codeOf(call("list-everything", rightArguments))).toBe("tool-unknown");
  });

  it("to a held tool, or to one on the denylist, is refused (S2-34)", async () => {
    const held = await openDiscovery();
    const denied = await openDiscovery({ set: { tool_denylist: ["list-resources"] } });

    expect(await codeOf(held.call("list-nothing", rightArguments))).toBe("tool-quarantined");
    expect(await codeOf(denied.call("list-resources", rightArguments))).toBe("tool-unknown");
  });

  it("with a method its target does not allow is refused (S2-16)", async () => {
    const allow = [{ origin: targetOrigin, methods: ["POST"] }];

    const { call, management } = await openDiscovery({ egress: { allow } });
    const error: unknown = await call("list-resources", rightArguments).catch(
      (thrown: unknown) => thrown,
    );

    expect(error).toMatchObject({
      code: "egress-refused",
      message:
        "A request of list-resources was blocked: it is sent by GET, which the rule of its host in `egress.allow` does not list.",
    });
    expect(management.connections()).toBe(0);
  });

  it("never bypasses a required gateway that is not configured", async () => {
    // With the profile cloud-discovery the configuration itself would be refused.
    const set = { profile: ["core"] };
    const egress = { gateway: { required: true } };
    const { call, management } = await openDiscovery({ set, egress });

    expect(await codeOf(call("list-resources", rightArguments))).toBe("gateway-required");
    expect(management.connections()).toBe(0);
  });

  it("ends when its caller cancels", async () => {
    const { gateway } = await openDiscovery();
    const call = incomingCall({ tool: "list-resources", arguments: rightArguments });

    expect(await codeOf(gateway.callTool(call, AbortSignal.abort()))).toBe("cancelled");
    expect(noAbort.aborted).toBe(false);
  });
});

describe("a missing policy", () => {
  it("refuses every call (S2-12)", async () => {
    await using folder = await openFolder({});
    const settings = {
      stores: { url: "memory:" },
      policy: { from: "file", file: "policy.yaml" },
      audit: { key: "audit.key", mustReach: "any" },
      approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
      quarantine: { retain: "all", retainForMs: 86_400_000, maxResults: 100, maxBytes: 1_048_576 },
      results: { retain: "none", retainForMs: 1_000, required: false },
      connections: { key: "file:vault.key" },
    } as const;
    await using authority = await openAuthority(settings, {
      clock: systemClock,
      write: () => undefined,
      newId: () => "id-1",
      randomBytes: (count) => new Uint8Array(count).fill(7),
      folder: folder.path,
      maxCallMs: 60_000,
    });

    const { call, management } = await openDiscovery({ deps: { authority } });

    expect(await codeOf(call("list-resources", rightArguments))).toBe("policy-denied");
    expect(management.connections()).toBe(0);
  });
});
