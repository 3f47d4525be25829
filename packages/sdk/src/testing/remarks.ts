import type { Remark, Rule, RuleExample, Scene } from "../rules/rule.ts";
import { contract } from "./contract.ts";

/**
 * Returns the remarks of a rule on an example.
 *
 * @example
 * ```ts
 * for (const rule of builtinRules) {
 *   const missed = rule.bad.filter((example) => remarks(rule, example).length === 0);
 *   console.log(rule.id, missed.length); // 0 for every rule
 * }
 * ```
 */
export function remarks(rule: Rule, example: RuleExample = {}): readonly Remark[] {
  const { scene: given, ...differences } = example;
  return [...rule.check(contract(differences), scene(given))];
}

/**
 * Returns a scene without other tools, on a fixed day.
 *
 * @example
 * ```ts
 * lintContract(contract(), {
 *   rules: builtinRules,
 *   profiles: ["core"],
 *   scene: scene({ namesakes: () => 2 }),
 * }); // the one finding is of `meta/name-unique`
 * ```
 */
export function scene(differences: Partial<Scene> = {}): Scene {
  return { namesakes: () => 1, now: Date.UTC(2026, 10, 1), ...differences };
}
