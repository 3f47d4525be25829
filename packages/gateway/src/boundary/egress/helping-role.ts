/** What is known about a denied action. */
export interface Denied {
  readonly tier?: string;
  /** For example `Microsoft.Resources/subscriptions/read`. */
  readonly action?: string;
}

/** Built-in roles that permit an action, most specific first. A read maps to a read-only role. */
const byAction: readonly (readonly [RegExp, string])[] = [
  [/^Microsoft\.(?:CostManagement|Consumption)\/.*(?:read|action)$/i, "Cost Management Reader"],
  [/^Microsoft\.Billing\/.*read$/i, "Billing Reader"],
  [/^Microsoft\.(?:Security|PolicyInsights)\/.*read$/i, "Security Reader"],
  [/^Microsoft\.Authorization\/policy\w*\/.*read$/i, "Security Reader"],
  [/^Microsoft\.Authorization\/.*(?:write|delete)$/i, "User Access Administrator"],
  [/^Microsoft\.[\w.]+\/.*read$/i, "Reader"],
  [/^Microsoft\.[\w.]+\/.*(?:write|delete|action)$/i, "Contributor"],
];

const byTier: Readonly<Record<string, string>> = {
  inventory: "Reader",
  cost: "Cost Management Reader",
  security: "Security Reader",
};

/** Returns the role that permits the action, or undefined if only the target's owner can know. */
export function helpingRole({ tier, action }: Denied): string | undefined {
  const found = action && byAction.find(([pattern]) => pattern.test(action))?.[1];
  if (found !== undefined && found !== "") return found;
  return tier !== undefined && Object.hasOwn(byTier, tier) ? byTier[tier] : undefined;
}
