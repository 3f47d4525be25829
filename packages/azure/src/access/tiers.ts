import { allows, type Permission } from "./allows.ts";

/** The tiers of discovery, in the order of a discovery. */
export const tiers = ["inventory", "cost", "security"] as const;

export type Tier = (typeof tiers)[number];

interface TierNeeds {
  /** The actions that the tools of the tier need. Of a list of alternatives one is enough. */
  readonly actions: readonly (readonly string[])[];
  /** The built-in role that has them all. */
  readonly role: string;
}

/** What an identity needs for each tier. A role may be enough for several: Reader has all three. */
export const tierNeeds = {
  inventory: {
    actions: [["Microsoft.Resources/subscriptions/resources/read"]],
    role: "Reader",
  },
  cost: {
    actions: [
      ["Microsoft.CostManagement/query/action", "Microsoft.CostManagement/query/read"],
      ["Microsoft.Advisor/recommendations/read"],
    ],
    role: "Cost Management Reader",
  },
  security: {
    actions: [
      ["Microsoft.Security/assessments/read"],
      ["Microsoft.Security/secureScores/read"],
      ["Microsoft.Security/secureScoreControls/read"],
      [
        "Microsoft.PolicyInsights/policyStates/queryResults/read",
        "Microsoft.PolicyInsights/policyStates/queryResults/action",
      ],
      [
        "Microsoft.PolicyInsights/policyStates/summarize/read",
        "Microsoft.PolicyInsights/policyStates/summarize/action",
      ],
    ],
    // Security Reader cannot read policy states.
    role: "Reader",
  },
} as const satisfies Record<Tier, TierNeeds>;

/**
 * Returns the tiers that the roles of an identity are enough for.
 *
 * @example
 * ```ts
 * const actions = [
 *   "Microsoft.CostManagement/query/action",
 *   "Microsoft.Advisor/recommendations/read",
 * ];
 * tiersOf([{ actions, notActions: [] }]); // ["cost"]
 * ```
 */
export function tiersOf(permissions: readonly Permission[]): readonly Tier[] {
  return tiers.filter((tier) =>
    tierNeeds[tier].actions.every((alternatives) =>
      alternatives.some((action) => allows(permissions, action)),
    ),
  );
}
