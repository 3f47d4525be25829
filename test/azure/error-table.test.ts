import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CloudAnswer, CloudRequest } from "../../packages/azure/src/testing/cloud/answer.ts";
import { resources } from "../../packages/azure/src/testing/cloud/data.ts";
import {
  authorizationFailed,
  failures,
  principalId,
  requestId,
} from "../../packages/azure/src/testing/cloud/failures.ts";
import {
  entraClient,
  entraTenant,
  openEntra,
  type TestEntra,
} from "../../packages/testing/src/entra.ts";
import { cost, inventory, openWorld, refusalOf, scope, security, type World } from "./world.ts";

// The table of what callers of the Azure tools hear, row by row, through API Management:
//
// | Azure answers                                  | test                                          |
// | ---------------------------------------------- | --------------------------------------------- |
// | a denial with 403, AccessDenied, RBAC with 401 | "denied: …" is the role that helps            |
// | a subscription that is not visible             | "not visible: …" names no role                |
// | other reasons of a denial                      | "denied for another reason: …"                |
// | an expired token, an invalid one, CAE          | "token: …" is renewed for the next call       |
// | 429, 503, and the headers with a wait          | "throttled: …" has the longest wait           |
// | the same with a wait that the budget has       | "sent again: …"                               |
// | 204                                            | "no content" is an empty, complete list       |
// | truncated, page cap, quota, limit of tenants   | "incomplete: …" says so                       |
// | a link to another host                         | "link: …" is not followed                     |
// | HTML, broken JSON, another row, too large      | "unusable: …" is a failure of the target      |

/** How far the date is ahead. A token that is refused is renewed if it is not new. */
let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
let entra: TestEntra;
let world: World;
beforeAll(async () => {
  entra = await openEntra();
  const lookup = async (host: string): Promise<readonly string[]> =>
    host === "localhost" ? ["127.0.0.1"] : entra.lookup(host);
  world = await openWorld({
    clock,
    network: { dial: entra.dial, lookup },
    egress: {
      // A wait of a millisecond is in the budget, and any second is not.
      retry: { attempts: 3, max_wait: "PT0.001S", budget: 1_000 },
      max_response: "64KB",
    },
  });
}, 60_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await entra[Symbol.asyncDispose]();
});

interface Row {
  readonly row: string;
  readonly tool: string;
  readonly given: JsonObject;
  readonly answer: CloudAnswer | ((request: CloudRequest) => CloudAnswer | undefined);
}

function become({ answer }: Pick<Row, "answer">): void {
  world.cloud.become({ instead: typeof answer === "function" ? answer : () => answer });
}

/** Returns what a caller hears, and how many requests reached Azure. */
async function told(row: Row) {
  become(row);
  const refusal = refusalData(await refusalOf(world.call(row.tool, row.given)));
  const text = JSON.stringify(refusal);
  for (const id of [principalId, requestId]) expect(text).not.toContain(id);
  return { refusal, requests: world.cloud.seen.length };
}

const action = "Microsoft.Security/assessments/read";

// A circuit opens after five failures of one tool in a row, so the failing rows have several tools.
describe("the error table of the Azure tools", () => {
  it.each([
    {
      row: "403 AuthorizationFailed",
      tool: "list-assessments",
      given: security,
      answer: authorizationFailed(action, "/subscriptions/x"),
      evidence: { tier: "security", scope, action, requiredRole: "Security Reader" },
    },
    {
      row: "Resource Graph AccessDenied",
      tool: "list-resources",
      given: inventory,
      answer: failures["graph-denied"],
      evidence: { tier: "inventory", scope, requiredRole: "Reader" },
    },
    {
      row: "Cost 401 RBACAccessDenied",
      tool: "query-costs",
      given: cost,
      answer: failures["cost-denied"],
      evidence: { tier: "cost", scope, requiredRole: "Cost Management Reader" },
    },
  ])("denied: $row", async ({ evidence, ...row }) => {
    const { refusal, requests } = await told(row);

    expect(refusal).toMatchObject({ code: "target-denied", retryable: false });
    expect(refusal?.evidence).toEqual({ ...evidence, because: "role" });
    expect(requests).toBe(1);
  });

  it.each([
    { row: "400 NoValidSubscriptions", answer: failures["graph-no-subscription"] },
    { row: "404 SubscriptionNotFound", answer: failures["subscription-missing"] },
    { row: "400 InvalidSubscriptionId", answer: failures["subscription-invalid"] },
  ])("not visible: $row", async (row) => {
    const { refusal, requests } = await told({ tool: "list-resources", given: inventory, ...row });

    expect(refusal).toMatchObject({ code: "target-denied", retryable: false });
    expect(refusal?.evidence).toEqual({ tier: "inventory", scope, because: "not-visible" });
    expect(requests).toBe(1);
  });

  it.each([
    { row: "policy", because: "policy", answer: failures.policy },
    { row: "disabled subscription", because: "disabled", answer: failures.disabled },
    { row: "deny assignment", because: "deny-assignment", answer: failures["deny-assignment"] },
  ])("denied for another reason: $row", async ({ because, ...row }) => {
    const { refusal, requests } = await told({ tool: "list-providers", given: inventory, ...row });

    expect(refusal).toMatchObject({ code: "target-denied", retryable: false });
    expect(refusal?.evidence).toEqual({ tier: "inventory", scope, because });
    expect(requests).toBe(1);
  });

  it("denied for another reason: a token of another tenant", async () => {
    const { refusal, requests } = await told({
      row: "",
      tool: "list-providers",
      given: inventory,
      answer: failures["wrong-tenant"],
    });

    expect(refusal).toMatchObject({ code: "connection-scope", evidence: { level: "tenantId" } });
    expect(requests).toBe(1);
  });

  it("denied for another reason: a provider that is not registered", async () => {
    become({ answer: failures.unregistered });

    const refusal = await refusalOf(world.call("list-assessments", security));

    expect(refusal.message).toContain("The provider is not registered in this subscription.");
    expect(world.cloud.seen).toHaveLength(1);
  });

  it.each([
    { row: "ExpiredAuthenticationToken", answer: failures.expired },
    { row: "InvalidAuthenticationToken", answer: failures["invalid-token"] },
    { row: "CAE insufficient_claims", answer: failures["claims-challenge"] },
    {
      row: "CAE insufficient_claims without a body",
      answer: { status: 401, headers: failures["claims-challenge"].headers },
    },
  ])("token: $row", async ({ row, answer }) => {
    const name = row.toLowerCase().replaceAll(/\W+|_/g, "-");
    await addRenewing(name);
    const given = { ...security, connection_id: name };
    const { refusal, requests } = await told({ row, tool: "get-secure-score", given, answer });
    const refused = world.cloud.seen[0]?.headers["authorization"];
    world.cloud.become({});
    aheadMs += 60_000;
    await world.call("get-secure-score", given);

    expect(refusal).toMatchObject({ code: "target-unauthenticated", retryable: false });
    expect(requests).toBe(1);
    const [next] = world.cloud.seen.map(({ headers }) => headers["authorization"]);
    expect([refused, next]).toEqual([
      expect.stringMatching(/^Bearer entra-token/),
      expect.stringMatching(/^Bearer entra-token/),
    ]);
    expect(next).not.toBe(refused);
  });

  it.each([
    {
      row: "429 Retry-After",
      tool: "list-providers",
      given: inventory,
      answer: failures.throttled,
      retryAfterMs: 17_000,
    },
    {
      row: "503 as a throttle",
      tool: "list-assessments",
      given: security,
      answer: failures["throttled-503"],
      retryAfterMs: 19_000,
    },
    {
      row: "429 of Resource Graph",
      tool: "list-resources",
      given: inventory,
      answer: failures["graph-throttled"],
      retryAfterMs: 21_000,
    },
    {
      row: "429 of Cost Management",
      tool: "query-costs",
      given: cost,
      answer: failures["cost-throttled"],
      retryAfterMs: 9_000,
    },
  ])("throttled: $row", async ({ retryAfterMs, ...row }) => {
    const { refusal, requests } = await told(row);

    expect(refusal).toMatchObject({
      code: "target-throttled",
      retryable: true,
      evidence: { retryAfterMs },
    });
    expect(requests).toBe(1);
  });

  it.each([
    {
      row: "429 with a wait in the budget",
      tool: "list-cost-advice",
      given: { tier: "cost", scope },
      answer: { ...failures.throttled, headers: { "retry-after": "0" } },
      code: "target-throttled",
    },
    {
      row: "503 without a wait",
      tool: "summarize-compliance",
      given: security,
      answer: failures.unavailable,
      code: "target-failed",
    },
    {
      row: "502 with the HTML of a proxy",
      tool: "list-policy-states",
      given: { ...security, state: "Compliant" },
      answer: {
        status: 502,
        headers: { "content-type": "text/html" },
        text: "<html>Bad gateway</html>",
      },
      code: "target-failed",
    },
  ])("sent again: $row", async ({ code, ...row }) => {
    const { refusal, requests } = await told(row);

    expect(refusal).toMatchObject({ code, retryable: true });
    expect(requests).toBe(3);
  });

  it("no content: 204 of Cost Management", async () => {
    world.cloud.become({});

    const result = await world.call("query-costs", { ...cost, timeframe: "TheLastBillingMonth" });

    expect(result).toMatchObject({
      data: { rows: [] },
      metadata: { discovery: { complete: true } },
    });
  });

  const page = { totalRecords: 2, count: 2, facets: [], resultTruncated: "false" };
  const rows = { ...page, data: [...resources(2)] };
  const more = "There is more than this: 2 items of 1 pages were read.";
  const partial = "The target marked its answer as incomplete.";

  it.each([
    {
      row: "resultTruncated",
      location: "truncated",
      answer: { status: 200, body: { ...rows, resultTruncated: "true" } },
      said: [partial],
    },
    {
      row: "a quota between pages",
      location: "quota",
      answer: {
        status: 200,
        headers: { "x-ms-user-quota-remaining": "0", "x-ms-user-quota-resets-after": "01:00:00" },
        body: { ...rows, totalRecords: 5, $skipToken: "next" },
      },
      said: [more, "The target's quota is used up for another 3600 s."],
    },
    {
      row: "the limit of subscriptions",
      location: "limit",
      answer: {
        status: 200,
        headers: { "x-ms-tenant-subscription-limit-hit": "true" },
        body: rows,
      },
      said: [partial],
    },
  ])("incomplete: $row", async ({ location, answer, said }) => {
    become({ answer });

    const result = await world.call("list-resources", { ...inventory, location });

    expect(result).toMatchObject({ metadata: { discovery: { complete: false, notes: said } } });
    expect(world.cloud.seen).toHaveLength(1);
  });

  it("incomplete: the page cap", async () => {
    let last = 0;
    const answer = ({ url }: CloudRequest): CloudAnswer => {
      last += 1;
      const nextLink = `${url.origin}${url.pathname}?api-version=2021-04-01&$skiptoken=${last}`;
      const value = [{ namespace: `Contoso.${last}`, registrationState: "Registered" }];
      return { status: 200, body: { value, nextLink } };
    };
    become({ answer });

    // Answers are cached, and no other row has this subscription.
    const other = { ...scope, subscriptionId: "1c2a7582-2cf1-4eeb-9fd4-222233334444" };
    const result = await world.call("list-providers", { ...inventory, scope: other });

    const notes = ["There is more than this: 20 items of 20 pages were read."];
    expect(result).toMatchObject({ metadata: { discovery: { complete: false, notes } } });
    expect(world.cloud.seen).toHaveLength(20);
  });

  it.each([
    { row: "another host", nextLink: "https://evil.example/page2" },
    { row: "another host below the name", nextLink: "https://management.azure.com.evil.example/" },
    { row: "the gateway itself", nextLink: "https://localhost:1/arm/page2" },
  ])("link: $row", async ({ nextLink, ...row }) => {
    const answer = { status: 200, body: { value: [], nextLink } };
    const { refusal, requests } = await told({
      tool: "list-score-controls",
      given: security,
      answer,
      ...row,
    });

    expect(refusal).toMatchObject({
      code: "egress-refused",
      retryable: false,
      evidence: { rule: "link" },
    });
    expect(requests).toBe(1);
  });

  const columns = [{ name: "Cost" }, { name: "Currency" }];

  it.each([
    {
      row: "the HTML of a proxy",
      answer: {
        status: 200,
        headers: { "content-type": "text/html" },
        text: "<html>Log in</html>",
      },
      fault: "unexpected-content",
    },
    { row: "broken JSON", answer: { status: 200, text: '{"properties":' }, fault: "garbled" },
    {
      row: "a row of another length",
      answer: { status: 200, body: { properties: { columns, rows: [[1]] } } },
      fault: "garbled",
    },
    {
      row: "more than the limit",
      answer: { status: 200, text: JSON.stringify({ value: "x".repeat(70_000) }) },
      fault: "response-too-large",
    },
  ])("unusable: $row", async ({ fault, ...row }) => {
    const { refusal, requests } = await told({ tool: "query-costs", given: cost, ...row });

    expect(refusal).toMatchObject({ code: "target-failed", retryable: false, evidence: { fault } });
    // A whole answer is not asked for again: the next one is the same.
    expect(requests).toBe(1);
  });
});

const byEntra = [
  ["--kind", "client-credentials", "--tier", "security"],
  ["--provider", "entra", "--provider-tenant", entraTenant],
  ["--client-id", entraClient.id, "--client-secret", "secret.txt"],
  ["--origin", "https://management.azure.com"],
  ["--level", `tenantId=${scope.tenantId}`, "--level", "subscriptionId=any"],
].flat();

/** Adds a connection whose tokens are renewed by Entra ID. */
async function addRenewing(name: string): Promise<void> {
  await world.folder.write("secret.txt", entraClient.secret);
  const added = await world.toolcourt("connections", "add", name, ...byEntra);
  if (added.code !== 0) throw new Error(added.errors);
}
