import { AdvisorManagementClient } from "@azure/arm-advisor";
import { AuthorizationManagementClient } from "@azure/arm-authorization";
import { CostManagementClient } from "@azure/arm-costmanagement";
import { PolicyInsightsClient } from "@azure/arm-policyinsights";
import { ResourceGraphClient } from "@azure/arm-resourcegraph";
import { SecurityCenter } from "@azure/arm-security";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientOf, credential } from "./official-client.ts";
import { dataOf, openWorld, scope, type World } from "./world.ts";

const { subscriptionId } = scope;
const path = `subscriptions/${subscriptionId}`;
let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

/** What our tool reads from the cloud that Microsoft's clients read, too. */
async function ours(tool: string, tier: string, given: JsonObject = {}) {
  return dataOf(await world.call(tool, { tier, scope, ...given }));
}

function options() {
  return { httpClient: clientOf(world.cloud), retryOptions: { maxRetries: 0 } };
}

/** The client leaves the type of rows open. */
function listOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [];
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

// One fixture, two clients: if the fixture were wrong, Microsoft's own clients would not read it.
describe("Microsoft's clients and the Azure tools read the same", () => {
  it("resources", async () => {
    const client = new ResourceGraphClient(credential, options());
    const query =
      "resources | project id, name, type, location, resourceGroup, subscriptionId, kind, tags | order by id asc";
    const first = await client.resources({
      subscriptions: [subscriptionId],
      query,
      options: { top: 4 },
    });
    const skipToken = first.skipToken ?? "";
    const second = await client.resources({
      subscriptions: [subscriptionId],
      query,
      options: { top: 4, skipToken },
    });

    expect(await ours("list-resources", "inventory")).toEqual({
      total: first.totalRecords,
      resources: [...listOf(first.data), ...listOf(second.data)],
    });
  });

  it("counts of resources", async () => {
    const client = new ResourceGraphClient(credential, options());
    const query = "resources | summarize count = count() by value = type | order by value asc";
    const found = await client.resources({ subscriptions: [subscriptionId], query });

    expect(await ours("count-resources", "inventory", { by: "type" })).toEqual({
      counts: listOf(found.data),
    });
  });

  it("costs", async () => {
    const client = new CostManagementClient(credential, options());
    const found = await client.query.usage(path, {
      type: "ActualCost",
      timeframe: "MonthToDate",
      dataset: {
        granularity: "None",
        aggregation: { totalCost: { name: "Cost", function: "Sum" } },
        grouping: [{ type: "Dimension", name: "ServiceName" }],
      },
    });
    const names = (found.columns ?? []).map(({ name }) => name);
    const cell = (row: readonly unknown[], name: string) => row[names.indexOf(name)];
    const rows = (found.rows ?? []).map((row) => ({
      amount: cell(row, "Cost"),
      currency: cell(row, "Currency"),
      group: cell(row, "ServiceName"),
    }));

    const given = {
      timeframe: "MonthToDate",
      measure: "ActualCost",
      groupBy: "ServiceName",
      granularity: "None",
    };
    expect(await ours("query-costs", "cost", given)).toEqual({ rows });
  });

  it("the absence of costs", async () => {
    const client = new CostManagementClient(credential, options());
    const found = await client.query.usage(path, {
      type: "ActualCost",
      timeframe: "TheLastBillingMonth",
      dataset: {
        granularity: "None",
        aggregation: { totalCost: { name: "Cost", function: "Sum" } },
      },
    });

    expect(found.rows ?? []).toEqual([]);
    const given = {
      timeframe: "TheLastBillingMonth",
      measure: "ActualCost",
      groupBy: "ServiceName",
      granularity: "None",
    };
    expect(await ours("query-costs", "cost", given)).toEqual({ rows: [] });
  });

  it("advice on costs", async () => {
    const client = new AdvisorManagementClient(credential, subscriptionId, options());
    const found = await all(client.recommendations.list({ filter: "Category eq 'Cost'" }));

    expect(await ours("list-cost-advice", "cost")).toEqual({
      advice: found.map(({ id, impact, shortDescription, resourceMetadata }) => ({
        id,
        impact,
        ...shortDescription,
        resourceId: resourceMetadata?.resourceId,
      })),
    });
  });

  it("assessments", async () => {
    const client = new SecurityCenter(credential, subscriptionId, options());
    const found = await all(client.assessments.list(path));

    expect(await ours("list-assessments", "security")).toMatchObject({
      assessments: found.map(({ id, name, displayName, status }) => ({
        id,
        name,
        displayName,
        status: status?.code,
        ...(status?.cause !== undefined && { cause: status.cause }),
      })),
    });
  });

  it("the secure score and its controls", async () => {
    const client = new SecurityCenter(credential, subscriptionId, options());
    const { current, max, percentage, weight } = await client.secureScores.get("ascScore");
    const controls = await all(client.secureScoreControls.listBySecureScore("ascScore"));

    expect(await ours("get-secure-score", "security")).toEqual({
      current,
      max,
      percentage,
      weight,
    });
    expect(await ours("list-score-controls", "security")).toEqual({
      controls: controls.map((each) => ({
        name: each.name,
        displayName: each.displayName,
        healthy: each.healthyResourceCount,
        unhealthy: each.unhealthyResourceCount,
        notApplicable: each.notApplicableResourceCount,
        current: each.current,
        max: each.max,
      })),
    });
  });

  it("policy states and their summary", async () => {
    const client = new PolicyInsightsClient(credential, subscriptionId, options());
    const filter = "complianceState eq 'NonCompliant'";
    const states = await all(
      client.policyStates.listQueryResultsForSubscription("latest", subscriptionId, {
        queryOptions: { filter, top: 1000 },
      }),
    );
    const { value = [] } = await client.policyStates.summarizeForSubscription(
      "latest",
      subscriptionId,
    );
    const [summary] = value;

    const given = { state: "NonCompliant" };
    expect(await ours("list-policy-states", "security", given)).toEqual({
      states: states.map((each) => ({
        resourceId: each.resourceId,
        policyAssignmentId: each.policyAssignmentId,
        policyDefinitionId: each.policyDefinitionId,
        complianceState: each.complianceState,
        timestamp: each.timestamp?.toISOString(),
      })),
    });
    expect(states).toHaveLength(3);
    expect(await ours("summarize-compliance", "security")).toEqual({
      nonCompliantResources: summary?.results?.nonCompliantResources,
      nonCompliantPolicies: summary?.results?.nonCompliantPolicies,
      assignments: summary?.policyAssignments?.map(({ policyAssignmentId, results }) => ({
        policyAssignmentId,
        nonCompliantResources: results?.nonCompliantResources,
        nonCompliantPolicies: results?.nonCompliantPolicies,
      })),
    });
  });

  it("permissions", async () => {
    const client = new AuthorizationManagementClient(credential, subscriptionId, options());
    const found = await all(client.permissions.listForResourceGroup("shop"));

    expect(await ours("check-access", "inventory")).toEqual({
      permissions: found.map(({ actions, notActions }) => ({ actions, notActions })),
    });
  });
});
