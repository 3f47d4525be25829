import { isNoInput, type ToolContract } from "../contract/contract.ts";
import { contractSize, isOversized } from "./contract/size.ts";
import {
  type ProfileName,
  type Remark,
  type Rule,
  type Scene,
  type Severity,
  strictest,
} from "./rule.ts";

/** A rule's remark about a contract, with the severity of the chosen profiles. */
export interface Finding {
  readonly rule: string;
  readonly severity: Exclude<Severity, "off">;
  readonly pointer: string;
  readonly message: string;
  readonly requirements: readonly string[];
}

export interface LintOptions {
  readonly rules: readonly Rule[];
  readonly profiles: readonly ProfileName[];
  readonly scene: Scene;
}

/**
 * Judges one contract. A throwing rule counts against the contract: an incomplete check has not
 * passed. An oversized contract gets only that finding, whichever rules were requested.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * const findings = lintContract(getCard.contract, {
 *   rules: builtinRules,
 *   profiles: ["core"],
 *   scene: { namesakes: () => 1, now: Date.now() },
 * });
 * for (const { rule, pointer, message } of findings) console.log(rule, pointer, message);
 * ```
 */
export function lintContract(
  contract: ToolContract,
  { rules, profiles, scene }: LintOptions,
): readonly Finding[] {
  const applied = isOversized(contract) ? [contractSize] : rules;
  return applied.flatMap((rule) => {
    const severity = strictest(profiles.map((profile) => rule.severity[profile]));
    if (severity === "off") return [];
    const { id, requirements } = rule;
    return remarksOf(rule, contract, scene).map((remark) => ({
      rule: id,
      severity,
      ...remark,
      requirements,
    }));
  });
}

/**
 * Returns whether the tool may run: no finding is an error.
 *
 * @example
 * ```ts
 * declare const findings: readonly Finding[];
 * if (!isCallable(findings)) throw new TypeError(findings.map(({ message }) => message).join(" "));
 * ```
 */
export function isCallable(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== "error");
}

function remarksOf(rule: Rule, contract: ToolContract, scene: Scene): readonly Remark[] {
  try {
    const remarks = [...rule.check(contract, scene)];
    // The stand-in for a missing schema has no author, so findings inside it are dropped.
    return isNoInput(contract.input)
      ? remarks.filter(({ pointer }) => !pointer.startsWith("/input/"))
      : remarks;
  } catch {
    return [
      { pointer: "", message: "This rule could not be applied; make the definition simpler." },
    ];
  }
}
