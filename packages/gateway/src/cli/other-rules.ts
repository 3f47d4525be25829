import { everywhere, type Rule } from "@toolcourt/sdk/rules";
import { testRules } from "../probing/rules.ts";
import { diffRules } from "../revisions/rules.ts";

/** What people are told about a rule. */
export type ExplainedRule = Omit<Rule, "check">;

/** Rules that need more than one contract: calls of a server, or two versions of a tool. */
export const otherRules: readonly ExplainedRule[] = [
  ...testRules.map((rule) => ({ ...rule, good: [], bad: [] })),
  ...diffRules.map((rule) => ({ ...rule, severity: everywhere(rule.severity), good: [], bad: [] })),
];
