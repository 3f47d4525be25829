import { everywhere, type Rule } from "@toolcourt/sdk/rules";
import { testRules } from "../authoring/probing/rules.ts";
import { diffRules } from "../contracts/revisions/rules.ts";
import { freeQueryRule } from "../http-tools/drafts/free-query-rule.ts";

/** What people are told about a rule. */
export type ExplainedRule = Omit<Rule, "check">;

/** Rules that need more than a contract: calls of a server, two versions of a tool, or how a draft is sent. */
export const otherRules: readonly ExplainedRule[] = [
  { ...freeQueryRule, good: [], bad: [] },
  ...testRules.map((rule) => ({ ...rule, good: [], bad: [] })),
  ...diffRules.map((rule) => ({ ...rule, severity: everywhere(rule.severity), good: [], bad: [] })),
];
