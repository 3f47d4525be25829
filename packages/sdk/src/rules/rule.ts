import type { ToolContract } from "../contract/contract.ts";
import type { Overlay } from "../contract/overlay.ts";
import type { ProfileName, Severity } from "./profiles.ts";

/** What a rule says about one place of a contract. No remark means no objection. */
export interface Remark {
  /** A JSON Pointer into the contract: `/input/properties/id`, `/terms/tags`. */
  readonly pointer: string;
  /** One sentence that tells the author what to do. */
  readonly message: string;
}

/** What a rule may know beside the contract. */
export interface Scene {
  /** How many tools of the same server have this name. */
  readonly namesakes: (name: string) => number;
  /** Milliseconds since the epoch, for rules about dates. */
  readonly now: number;
}

/** Differences from a contract that every rule accepts, and from a scene where the tool stands alone. */
export type RuleExample = Partial<ToolContract> & { readonly scene?: Partial<Scene> };

/** One check of a contract: data first, a pure function last. */
export interface Rule {
  /** The path of the rule's file. Public: never renamed, never reused. */
  readonly id: string;
  /** How much it matters in each profile. A profile that is not named does not apply the rule. */
  readonly severity: Readonly<Partial<Record<ProfileName, Severity>>>;
  /** The numbers of the requirements that the rule serves. */
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly why: string;
  readonly good: readonly RuleExample[];
  readonly bad: readonly RuleExample[];
  readonly check: (contract: ToolContract, scene: Scene) => Iterable<Remark>;
  /** The overlay that answers the rule's remarks, where a machine can know it. */
  readonly repair?: (contract: ToolContract) => Overlay | undefined;
}

/** Types a rule where it is written. */
export function defineRule<const Id extends string>(
  rule: Rule & { readonly id: Id },
): Rule & { readonly id: Id } {
  return rule;
}
