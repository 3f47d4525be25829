import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CloudAnswer } from "../../packages/azure/src/testing/cloud/answer.ts";
import type { CloudOptions } from "../../packages/azure/src/testing/cloud/cloud.ts";
import { failures, principalId } from "../../packages/azure/src/testing/cloud/failures.ts";
import {
  cost,
  dataOf,
  inventory,
  openWorld,
  refusalOf,
  scope,
  security,
  type World,
} from "./world.ts";

interface Called extends CloudOptions {
  readonly tool: string;
  readonly given: JsonObject;
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

/** Returns what a caller hears, and how many requests were sent. */
async function told({ tool, given, ...options }: Called) {
  world.cloud.become(options);
  const refusal = refusalData(await refusalOf(world.call(tool, given)));
  return { refusal, text: JSON.stringify(refusal), requests: world.cloud.seen.length };
}

function always(answer: CloudAnswer): CloudOptions {
  return { instead: () => answer };
}

describe("what a caller of the Azure tools hears", () => {
  it.each([
    { by: "Resource Graph", tool: "list-resources", given: inventory, requiredRole: "Reader" },
    { by: "a 401", tool: "query-costs", given: cost, requiredRole: "Cost Management Reader" },
    { by: "a 403", tool: "list-assessments", given: security, requiredRole: "Security Reader" },
  ])("after a denial by $by is the role that helps, and no principal", async (denied) => {
    const { tool, given, requiredRole } = denied;
    const { refusal, text, requests } = await told({ tool, given, permissions: [] });

    expect(refusal).toMatchObject({
      code: "target-denied",
      retryable: false,
      evidence: { requiredRole, tier: given.tier },
    });
    expect(text).not.toContain(principalId);
    expect(text).not.toContain("Request ID");
    expect(requests).toBe(1);
  });

  it.each([
    ["list-resources", failures["graph-no-subscription"]],
    ["list-providers", failures["subscription-missing"]],
  ])("from %s for an invisible subscription names no role", async (tool, answer) => {
    const { refusal, requests } = await told({ tool, given: inventory, ...always(answer) });

    expect(refusal).toMatchObject({ code: "target-denied", evidence: { because: "not-visible" } });
    expect(refusal).not.toHaveProperty("evidence.requiredRole");
    expect(requests).toBe(1);
  });

  it("after an expired token differs from a denial", async () => {
    const { refusal, requests } = await told({
      tool: "query-costs",
      given: cost,
      ...always(failures.expired),
    });

    expect(refusal).toMatchObject({ code: "target-unauthenticated" });
    expect(requests).toBe(1);
  });

  it.each([
    { tool: "list-providers", given: inventory, answer: failures.throttled, retryAfterMs: 17_000 },
    { tool: "query-costs", given: cost, answer: failures["cost-throttled"], retryAfterMs: 9000 },
  ])("from a throttled $tool is how long to wait", async (throttled) => {
    const { tool, given, answer, retryAfterMs } = throttled;
    const { refusal } = await told({ tool, given, ...always(answer) });

    expect(refusal).toMatchObject({
      code: "target-throttled",
      retryable: true,
      evidence: { retryAfterMs },
    });
  });

  it("without costs is an empty and complete list", async () => {
    world.cloud.become({});

    const result = await world.call("query-costs", { ...cost, timeframe: "TheLastBillingMonth" });

    expect(dataOf(result, "/rows")).toEqual([]);
    expect(result).toMatchObject({ metadata: { discovery: { complete: true } } });
  });

  it.each([
    { from: "2024-01-01", to: "2026-01-01", issue: "/to: expected a day within 366 days of from" },
    { from: "2026-07-02", to: "2026-07-01", issue: "/to: expected a day that is not before from" },
    { from: "2026-02-31", to: "2026-03-01", issue: "/from: expected a day of the calendar" },
  ])("about a period from $from to $to is what is wrong", async ({ from, to, issue }) => {
    const { timeframe: _timeframe, ...rest } = cost;
    const { text, refusal, requests } = await told({
      tool: "query-costs-between",
      given: { ...rest, from, to },
    });

    expect(refusal).toMatchObject({ code: "input-invalid", retryable: false });
    expect(text).toContain(issue);
    expect(requests).toBe(0);
  });

  it("from a row of another length is a failure of the target", async () => {
    const properties = { columns: [{ name: "Cost" }, { name: "Currency" }], rows: [[1]] };
    const answer = { status: 200, body: { properties } };
    const { refusal } = await told({ tool: "query-costs", given: cost, ...always(answer) });

    expect(refusal).toMatchObject({ code: "target-failed" });
  });

  it("of a connection for one resource group is that group alone, in any case", async () => {
    const limits = [`tenantId=${scope.tenantId}`, "subscriptionId=any", "resourceGroup=data"];
    const levels = limits.flatMap((limit) => ["--level", limit]);
    await world.addConnection("group", [...levels, "--tier", "inventory"]);
    const given = { ...inventory, connection_id: "group" };
    const within = { ...given, scope: { ...scope, resourceGroup: "DATA" } };
    const whole = await told({ tool: "list-resources", given });
    const other = { ...given, scope: { ...scope, resourceGroup: "shop" } };
    const beyond = await told({ tool: "list-resources", given: other });

    expect([whole, beyond]).toMatchObject([
      { refusal: { code: "connection-scope" }, requests: 0 },
      { refusal: { code: "connection-scope" }, requests: 0 },
    ]);
    expect(dataOf(await world.call("list-resources", within), "/total")).toBe(2);
  });

  it("outside the connection is refused before any request", async () => {
    const levels = ["--level", `tenantId=${scope.tenantId}`];
    const only = ["--level", `subscriptionId=${scope.subscriptionId}`, "--tier", "inventory"];
    await world.addConnection("narrow", [...levels, ...only]);
    const other = { ...scope, subscriptionId: "1c2a7582-2cf1-4eeb-9fd4-222233334444" };
    const narrow = { connection_id: "narrow" };
    const beyond = await told({
      tool: "list-providers",
      given: { ...narrow, tier: "inventory", scope: other },
    });
    const tier = await told({ tool: "list-assessments", given: { ...narrow, ...security } });

    expect(beyond).toMatchObject({ refusal: { code: "connection-scope" }, requests: 0 });
    expect(tier).toMatchObject({ refusal: { code: "connection-tier" }, requests: 0 });
  });
});
