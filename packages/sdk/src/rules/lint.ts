import type { ToolContract } from "../contract/contract.ts";
import { isNoInput } from "../contract/no-input.ts";
import { contractSize, isOversized } from "./contract/size.ts";
import { type ProfileName, type Severity, strictest } from "./profiles.ts";
import type { Remark, Rule, Scene } from "./rule.ts";

/** What a rule says about a contract, with the weight that the chosen profiles give it. */
export interface Finding {
  readonly rule: string;
  readonly severity: Exclude<Severity, "off">;
  readonly pointer: string;
  readonly message: string;
  readonly requirements: readonly string[];
}

export interface Bench {
  readonly rules: readonly Rule[];
  readonly profiles: readonly ProfileName[];
  readonly scene: Scene;
}

/**
 * Judges one contract. A rule that breaks counts against the contract: a check we could not make did not
 * pass. What is too large to be looked at gets that one finding, whatever rules were asked for.
 */
export function lintContract(
  contract: ToolContract,
  { rules, profiles, scene }: Bench,
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

/** A tool with an error does not run. */
export function isCallable(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== "error");
}

function remarksOf(rule: Rule, contract: ToolContract, scene: Scene): readonly Remark[] {
  try {
    const remarks = [...rule.check(contract, scene)];
    // Nobody wrote what stands for a missing schema, so there is nothing in it to put right.
    return isNoInput(contract.input)
      ? remarks.filter(({ pointer }) => !pointer.startsWith("/input/"))
      : remarks;
  } catch {
    return [
      { pointer: "", message: "This rule could not be applied; make the definition simpler." },
    ];
  }
}
