import type { Deprecation, ToolContract } from "../contract/contract.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Overlay } from "../contract/overlay.ts";

export const severities = ["error", "warning", "off"] as const;
export type Severity = (typeof severities)[number];

export const profileNames = [
  "core",
  "workspace",
  "cloud-discovery",
  "agent-hints",
  "registry",
] as const;
/** A named set of rules with severities. */
export type ProfileName = (typeof profileNames)[number];

/**
 * Returns the same severity for every profile, for rules that apply to every kind of tool.
 *
 * @example
 * ```ts
 * const severity: Rule["severity"] = { ...everywhere("warning"), registry: "error" };
 * ```
 */
export function everywhere(severity: Severity): Readonly<Record<ProfileName, Severity>> {
  return {
    core: severity,
    workspace: severity,
    "cloud-discovery": severity,
    "agent-hints": severity,
    registry: severity,
  };
}

/** Returns the strictest severity. Combined profiles are as strict as their strictest member. */
export function strictest(given: readonly (Severity | undefined)[]): Severity {
  return severities.find((severity) => given.includes(severity)) ?? "off";
}

/** A rule's objection to one place in a contract. No remark means no objection. */
export interface Remark {
  /** A JSON Pointer into the contract: `/input/properties/id`, `/terms/tags`. */
  readonly pointer: string;
  /** One sentence that tells the author what to do. */
  readonly message: string;
}

/** A rule's context besides the contract. */
export interface Scene {
  /** Returns how many tools of the same server have this name. */
  readonly namesakes: (name: string) => number;
  /** Milliseconds since the epoch, for rules about dates. */
  readonly now: number;
  /**
   * Returns the permissions of another tool, or undefined if it is unknown. Default: all are
   * unknown.
   */
  readonly permissionsOf?: (tool: string) => readonly string[] | undefined;
  /** Reports whether the same server has a tool of this name. Default: it has none. */
  readonly isBeside?: (name: string) => boolean;
}

/** Differences from a contract that every rule accepts, in a scene with no other tools. */
export type RuleExample = Partial<ToolContract> & { readonly scene?: Partial<Scene> };

/** Builds an example from the parameters of its tool. */
export function withParameters(properties: JsonObject, required?: readonly string[]): RuleExample {
  return { input: { type: "object", properties, ...(required && { required }) } };
}

/** Builds an example of a deprecated tool. */
export function withDeprecation(
  differences: Partial<Deprecation>,
  scene?: RuleExample["scene"],
): RuleExample {
  const defaults = { since: "2.0.0", replacement: "get-card-v2", removalDate: "2027-06-30" };
  return { terms: { deprecated: { ...defaults, ...differences } }, ...(scene && { scene }) };
}

/** One check of a contract: data first, a pure function last. */
export interface Rule {
  /** The path of the rule's file. Public: never renamed, never reused. */
  readonly id: string;
  /** Severity per profile. A profile not listed does not apply the rule. */
  readonly severity: Readonly<Partial<Record<ProfileName, Severity>>>;
  /** The requirements that the rule serves. */
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly why: string;
  readonly good: readonly RuleExample[];
  readonly bad: readonly RuleExample[];
  readonly check: (contract: ToolContract, scene: Scene) => Iterable<Remark>;
  /**
   * Returns the overlay that resolves the rule's remarks, if it can be derived. Default: no repair.
   */
  readonly repair?: (contract: ToolContract) => Overlay | undefined;
}

/**
 * Preserves the literal type of the rule's id.
 *
 * @example
 * ```ts
 * const quiet = defineRule({
 *   id: "acme/quiet",
 *   severity: everywhere("warning"),
 *   requirements: [],
 *   summary: "A description has lower case letters.",
 *   why: "A model takes capitals for an order.",
 *   good: [{ description: "Returns a card." }],
 *   bad: [{ description: "RETURNS A CARD." }],
 *   check: ({ description }) =>
 *     /[a-z]/.test(description) ? [] : [{ pointer: "/description", message: "Do not shout." }],
 * });
 * ```
 */
export function defineRule<const Id extends string>(
  rule: Rule & { readonly id: Id },
): Rule & { readonly id: Id } {
  return rule;
}
