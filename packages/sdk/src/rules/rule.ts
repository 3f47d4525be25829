import type { ToolContract } from "../contract/contract.ts";
import type { Overlay } from "../contract/overlay.ts";
import type { ProfileName, Severity } from "./profiles.ts";

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
}

/** Differences from a contract that every rule accepts, in a scene with no other tools. */
export type RuleExample = Partial<ToolContract> & { readonly scene?: Partial<Scene> };

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

/** Preserves the literal type of the rule's id. */
export function defineRule<const Id extends string>(
  rule: Rule & { readonly id: Id },
): Rule & { readonly id: Id } {
  return rule;
}
