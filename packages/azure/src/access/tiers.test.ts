import { describe, expect, it } from "vitest";
import { tiersOf } from "./tiers.ts";

// Actions of Azure's built-in roles, as far as they matter here.
const reader = { actions: ["*/read"], notActions: [] };
const costReader = {
  actions: [
    "Microsoft.Consumption/*/read",
    "Microsoft.CostManagement/*/read",
    "Microsoft.Advisor/recommendations/read",
  ],
  notActions: [],
};
const securityReader = { actions: ["Microsoft.Security/*/read"], notActions: [] };
const policyReader = { actions: ["Microsoft.PolicyInsights/*/read"], notActions: [] };

describe("tiersOf", () => {
  it.each([
    ["no role", [], []],
    ["Reader", [reader], ["inventory", "cost", "security"]],
    ["Cost Management Reader", [costReader], ["cost"]],
    ["Security Reader", [securityReader], []],
    ["Security Reader with policy states", [securityReader, policyReader], ["security"]],
    [
      "a role that queries costs and reads no advice",
      [{ actions: ["Microsoft.CostManagement/query/action"], notActions: [] }],
      [],
    ],
    [
      "everything but cost",
      [{ actions: ["*"], notActions: ["microsoft.costmanagement/*"] }],
      ["inventory", "security"],
    ],
    ["writing alone", [{ actions: ["*/write"], notActions: [] }], []],
  ])("gives %s its tiers", (_name, permissions, expected) => {
    expect(tiersOf(permissions)).toEqual(expected);
  });

  it("treats roles as a set, not as a ladder", () => {
    expect(tiersOf([securityReader, policyReader, costReader])).toEqual(["cost", "security"]);
  });
});
