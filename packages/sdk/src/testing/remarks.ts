import type { Remark, Rule, RuleExample, Scene } from "../rules/rule.ts";
import { contract } from "./contract.ts";

/** What a rule says about an example. */
export function remarks(rule: Rule, example: RuleExample = {}): readonly Remark[] {
  const { scene: given, ...differences } = example;
  return [...rule.check(contract(differences), scene(given))];
}

/** A tool that stands alone, on a fixed day. */
export function scene(differences: Partial<Scene> = {}): Scene {
  return { namesakes: () => 1, now: Date.UTC(2026, 10, 1), ...differences };
}
