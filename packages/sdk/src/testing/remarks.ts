import type { Remark, Rule, RuleExample, Scene } from "../rules/rule.ts";
import { contract } from "./contract.ts";

/** Returns the remarks of a rule on an example. */
export function remarks(rule: Rule, example: RuleExample = {}): readonly Remark[] {
  const { scene: given, ...differences } = example;
  return [...rule.check(contract(differences), scene(given))];
}

/** Returns a scene without other tools, on a fixed day. */
export function scene(differences: Partial<Scene> = {}): Scene {
  return { namesakes: () => 1, now: Date.UTC(2026, 10, 1), ...differences };
}
