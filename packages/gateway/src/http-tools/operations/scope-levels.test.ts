import { openDiscovery } from "@toolcourt/testing/discovery";
import { codeOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";

// Tools whose discoveries have different levels, through a whole gateway (S2-5).

const output = `
    result: { found: /value }
    output:
      type: object
      description: What was found.
      properties:
        found:
          type: array
          description: All of it.
          items: { type: object, description: One., properties: { id: { type: string, description: Its id. } } }
      required: [found]
      additionalProperties: false`;

const tools = `tools:
  - name: list-subscriptions
    description: Lists the subscriptions of a tenant, as far as the identity sees them.
    get: /subscriptions
    discovery:
      stage: inventory
      tier: inventory
      scope: [{ level: tenantId, ignore_case: true }]${output}
  - name: list-resources
    description: Lists the resources of a subscription, all of them or those of one group.
    get: /subscriptions/{scope.subscriptionId}/resources
    query: { group: "{scope.resourceGroup}" }
    discovery:
      stage: inventory
      tier: inventory
      scope:
        - { level: tenantId, ignore_case: true }
        - { level: subscriptionId, ignore_case: true }
        - { level: resourceGroup, optional: true, ignore_case: true, pattern: "^[a-zA-Z0-9()]{1,90}$" }${output}
`;

/** Calls a tool over a connection with these levels, and returns the code and the sent URLs. */
async function fares(
  levels: Record<string, string[]>,
  tool: string,
  scope: Record<string, string>,
) {
  const { call, management } = await openDiscovery({ tools, connection: { levels } });
  const given = { connection_id: "azure", tier: "inventory", scope };
  return {
    code: await codeOf(call(tool, given)),
    urls: management.seen.map(({ url }) => url?.replace("/management.example.com", "")),
  };
}

const tenant = { tenantId: ["T-1"] };
const subscription = { ...tenant, subscriptionId: ["AB-1"] };
const group = { ...subscription, resourceGroup: ["Web(1)"] };

describe("a discovery by levels", () => {
  it("of a tenant alone needs no other level", async () => {
    expect(await fares(tenant, "list-subscriptions", { tenantId: "t-1" })).toEqual({
      code: "answered",
      urls: ["/subscriptions"],
    });
  });

  it("of a tenant alone does not pass a connection that limits more", async () => {
    const { code, urls } = await fares(subscription, "list-subscriptions", { tenantId: "t-1" });

    expect([code, urls]).toEqual(["connection-scope", []]);
  });

  it.each([
    [subscription, { tenantId: "t-1", subscriptionId: "ab-1" }, ""],
    [subscription, { tenantId: "T-1", subscriptionId: "AB-1", resourceGroup: "any" }, "?group=any"],
    [
      group,
      { tenantId: "t-1", subscriptionId: "AB-1", resourceGroup: "web(1)" },
      "?group=web%281%29",
    ],
  ])("within %j passes with %j", async (levels, scope, query) => {
    expect(await fares(levels, "list-resources", scope)).toEqual({
      code: "answered",
      urls: [`/subscriptions/${scope.subscriptionId}/resources${query}`],
    });
  });

  it.each([
    [group, { tenantId: "T-1", subscriptionId: "AB-1" }, "connection-scope"],
    [group, { tenantId: "T-1", subscriptionId: "AB-1", resourceGroup: "web2" }, "connection-scope"],
    [tenant, { tenantId: "T-1", subscriptionId: "AB-1" }, "connection-scope"],
    [subscription, { tenantId: "T-1" }, "input-invalid"],
    [group, { tenantId: "T-1", subscriptionId: "AB-1", resourceGroup: "a b" }, "input-invalid"],
  ])("within %j does not pass with %j: %s", async (levels, scope, expected) => {
    const { code, urls } = await fares(levels, "list-resources", scope);

    expect([code, urls]).toEqual([expected, []]);
  });
});
