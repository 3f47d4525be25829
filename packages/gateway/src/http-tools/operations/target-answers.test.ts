import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { JsonObject } from "@toolcourt/sdk";
import {
  answering,
  type DiscoveryOptions,
  discoveryTools,
  openDiscovery,
  rightArguments,
  targetOrigin,
} from "@toolcourt/testing/discovery";
import type { Answering } from "@toolcourt/testing/target";
import { cloudAnswers, cloudErrors, requestId } from "@toolcourt/testing/targets/cloud-errors";
import { principalId, type VendorError } from "@toolcourt/testing/targets/vendor-errors";
import { describe, expect, it } from "vitest";

// What callers get for answers of a cloud's management services, through a whole gateway. The tool
// file declares their codes and headers.

const tools = discoveryTools + cloudAnswers;

function failing({ status, headers = {}, body }: VendorError): Answering {
  return answering({ ...body }, status, headers);
}

/** Returns the refusal a caller sees, and everything that left the gateway. */
async function told(vendor: VendorError, more: DiscoveryOptions = {}) {
  const opened = await openDiscovery({ tools, answer: failing(vendor), ...more });
  const refusal: unknown = await opened
    .call("list-resources", rightArguments)
    .catch((reason: unknown) => reason);
  const message = refusal instanceof Error ? refusal.message : "";
  return { data: refusalData(refusal), message, ...opened };
}

interface Told {
  readonly code: string;
  readonly retryable?: boolean;
  readonly evidence: object;
}

function denied(because: string | undefined, more: JsonObject = {}): Told {
  const scope = { tenantId: "t1", subscriptionId: "s1" };
  const reason = because === undefined ? {} : { because };
  const evidence = { tier: "inventory", scope, ...reason, ...more };
  return { code: "target-denied", retryable: false, evidence };
}

const helping = { requiredRole: "Reader" };
const action = "Microsoft.Resources/subscriptions/resources/read";

const rows: Readonly<Record<keyof typeof cloudErrors, Told>> = {
  "action-denied": denied("role", { action, ...helping }),
  "graph-denied": denied("role", helping),
  "cost-denied": denied("role", helping),
  "deny-assignment": denied("deny-assignment", { action }),
  "no-valid-subscription": denied("not-visible"),
  "subscription-missing": denied("not-visible"),
  "subscription-invalid": denied("not-visible"),
  policy: denied("policy"),
  disabled: denied("disabled"),
  "disabled-409": denied("disabled"),
  "unknown-403": denied(undefined),
  "wrong-tenant": {
    code: "connection-scope",
    retryable: false,
    evidence: { connection: "azure", level: "tenantId" },
  },
  expired: { code: "target-unauthenticated", retryable: false, evidence: { because: "expired" } },
  "invalid-token": { code: "target-unauthenticated", evidence: { because: "expired" } },
  "continuous-access": { code: "target-unauthenticated", evidence: { because: "expired" } },
  unauthenticated: { code: "target-unauthenticated", evidence: { because: "refused" } },
  "not-registered": {
    code: "target-failed",
    retryable: false,
    evidence: {
      fault: "rejected",
      status: 409,
      targetCode: "MissingSubscriptionRegistration",
    },
  },
  "cost-throttled": {
    code: "target-throttled",
    retryable: true,
    evidence: { retryAfterMs: 9_000 },
  },
  "graph-throttled": { code: "target-throttled", evidence: { retryAfterMs: 5_000 } },
  "throttled-503": { code: "target-throttled", evidence: { retryAfterMs: 7_000 } },
  failed: {
    code: "target-failed",
    retryable: true,
    evidence: { fault: "failed", status: 503, targetCode: "ServiceUnavailable" },
  },
  missing: {
    code: "target-failed",
    retryable: false,
    evidence: { fault: "rejected", status: 404, targetCode: "ResourceNotFound" },
  },
};

const errors = new Map<string, VendorError>(Object.entries(cloudErrors));
const cases = Object.entries(rows).flatMap(([name, expected]): [string, VendorError, Told][] => {
  const error = errors.get(name);
  return error === undefined ? [] : [[name, error, expected]];
});

describe("a failure of the target", () => {
  it.each(cases)("%s has the refusal of its code", async (_name, error, expected) => {
    const { data, message, lines } = await told(error);

    expect(data).toMatchObject(expected);
    expect(data?.evidence).toEqual(expected.evidence);
    // Ids of principals and requests stay inside, in any part of an answer.
    const left = JSON.stringify([data, message, lines]);
    expect(left).not.toContain(principalId);
    expect(left).not.toContain(requestId);
    expect(left).not.toContain("Please provide");
  });

  it.each(cases.filter(([, { status }]) => status < 429))(
    "%s is not sent again",
    async (_name, error) => {
      const { management } = await told(error, { egress: { retry: { attempts: 3 } } });

      expect(management.seen).toHaveLength(1);
    },
  );

  it("names a provider that is not registered in our own sentence", async () => {
    const { message } = await told(cloudErrors["not-registered"]);

    expect(message).toBe(
      "The target of list-resources gave no usable answer (rejected). The provider is not registered in this subscription.",
    );
  });

  it("of the tier cost names the role for costs", async () => {
    const { call } = await openDiscovery({ tools, answer: failing(cloudErrors["cost-denied"]) });
    const refusal: unknown = await call("query-costs", { ...rightArguments, tier: "cost" }).catch(
      (error: unknown) => error,
    );

    expect(refusalData(refusal)?.evidence).toMatchObject({
      because: "role",
      requiredRole: "Cost Management Reader",
    });
  });
});

const page2 = { nextLink: `${targetOrigin}/subscriptions/s1/resources?page=2` };

/** Answers two pages. The first has these headers. */
function twoPages(headers: Readonly<Record<string, string>>): Answering {
  return (request, response) => {
    const isFirst = request.url?.includes("page=2") !== true;
    const body = { value: [{ id: isFirst ? "r1" : "r2" }], ...(isFirst && page2) };
    answering(body, 200, isFirst ? headers : {})(request, response);
  };
}

function quota(remaining: string, resetsAfter: string) {
  return { "x-ms-user-quota-remaining": remaining, "x-ms-user-quota-resets-after": resetsAfter };
}

describe("a list of pages", () => {
  it.each([
    ["14", "01:00:00"],
    ["0", "00:00:00"],
  ])("goes on with %s left of the quota, for %s", async (remaining, resetsAfter) => {
    const { call } = await openDiscovery({
      tools,
      answer: twoPages(quota(remaining, resetsAfter)),
    });

    const { structuredContent } = await call("list-resources", rightArguments);

    expect(structuredContent).toMatchObject({
      data: { resources: [{ id: "r1" }, { id: "r2" }] },
      metadata: { discovery: { counts: { pages: 2, items: 2 }, complete: true } },
    });
  });

  it("ends incomplete if the quota lasts beyond the deadline, and says so", async () => {
    const { call, management } = await openDiscovery({
      tools,
      answer: twoPages(quota("0", "01:00:00")),
    });

    const { structuredContent, content } = await call("list-resources", rightArguments);

    expect(management.seen).toHaveLength(1);
    expect(structuredContent).toMatchObject({
      data: { resources: [{ id: "r1" }] },
      metadata: { discovery: { counts: { pages: 1, items: 1 }, complete: false } },
    });
    expect(content.slice(1)).toMatchObject([
      { text: "There is more than this: 1 items of 1 pages were read." },
      { text: "The target's quota is used up for another 3600 s." },
    ]);
  });
});

describe("an answer whose header means partial", () => {
  it.each([
    ["true", false],
    ["false", true],
  ])("with %s has complete: %s", async (value, complete) => {
    const { call } = await openDiscovery({
      tools,
      answer: answering({ value: [] }, 200, { "x-ms-tenant-subscription-limit-hit": value }),
    });

    const { structuredContent } = await call("list-resources", rightArguments);

    expect(structuredContent).toMatchObject({ metadata: { discovery: { complete } } });
  });
});

function writing(text: string, type: string): Answering {
  return (_request, response) => {
    response.writeHead(200, { "content-type": type }).end(text);
  };
}

const elsewhere = "https://management.example.com.evil.example/subscriptions";

describe("a success that cannot be used", () => {
  it.each([
    ["HTML", writing("<html>Sign in</html>", "text/html"), { fault: "unexpected-content" }],
    ["broken JSON", writing('{"value":[', "application/json"), { fault: "garbled" }],
    [
      "more than the limit",
      answering({ value: [{ id: "x".repeat(2_000) }] }),
      { fault: "response-too-large" },
    ],
    ["a next page elsewhere", answering({ value: [], nextLink: elsewhere }), { rule: "link" }],
  ])("because it is %s is refused and not sent again", async (_what, answer, evidence) => {
    const egress = { retry: { attempts: 3 }, max_response: "1KB" };
    const { call, management } = await openDiscovery({ tools, answer, egress });

    const refusal: unknown = await call("list-resources", rightArguments).catch(
      (error: unknown) => error,
    );

    const code = "rule" in evidence ? "egress-refused" : "target-failed";
    expect(refusalData(refusal)).toMatchObject({ code, evidence });
    expect(management.seen).toHaveLength(1);
  });
});
