import { describe, expect, it } from "vitest";
import { tiers, tiersOf } from "../access/tiers.ts";
import { cosmosContainers } from "../cosmos/containers.ts";
import { cosmosTemplate, discoveryTemplate, roles } from "./templates.ts";

describe("discoveryTemplate", () => {
  it.each(tiers)("has a role that is enough for %s", (tier) => {
    const { actions } = roles[tier];

    expect(tiersOf([{ actions, notActions: [] }])).toContain(tier);
  });

  it("gives the roles of cost and security no other tier", () => {
    expect(tiersOf([{ ...roles.cost, notActions: [] }])).toEqual(["cost"]);
    expect(tiersOf([{ ...roles.security, notActions: [] }])).toEqual(["security"]);
  });

  it("lets no role change anything", () => {
    const actions = Object.values(roles).flatMap((role) => role.actions);

    expect(
      actions.filter(
        (action) => !/\/(?:read|query\/action|policyStates\/\w+\/action)$/.test(action),
      ),
    ).toEqual([]);
  });

  it("defines and assigns a role for each tier", () => {
    expect(discoveryTemplate()).toMatchObject({
      resources: tiers.flatMap((tier) => [
        {
          properties: {
            roleName: `[concat('Toolcourt ${tier} ', subscription().subscriptionId)]`,
            type: "CustomRole",
          },
        },
        { properties: { principalId: "[parameters('principalId')]" } },
      ]),
    });
    expect(discoveryTemplate(["cost"])).toMatchObject({ resources: [{}, {}] });
  });
});

describe("cosmosTemplate", () => {
  it("has the containers of the stores, and a role for each", () => {
    const text = JSON.stringify(cosmosTemplate());

    for (const { name, partitionKey } of cosmosContainers) {
      expect(text).toContain(`"id":"${name}","partitionKey":{"paths":["${partitionKey}"]`);
      expect(text).toContain(`"roleName":"Toolcourt ${name}"`);
    }
  });

  it("turns account keys off", () => {
    expect(cosmosTemplate()).toHaveProperty("resources.0.properties.disableLocalAuth", true);
  });
});
