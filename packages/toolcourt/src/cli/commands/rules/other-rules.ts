import { diffRules } from "@toolcourt/contracts/internal/revisions/rules";
import { freeQueryRule } from "@toolcourt/gateway/internal/http-tools/drafts/free-query-rule";
import { everywhere, type Rule } from "@toolcourt/sdk/rules";
import { testRules } from "../../../authoring/probing/rules.ts";

/** The documentation of a rule. */
export type ExplainedRule = Omit<Rule, "check">;

/**
 * Rules that need more than a contract: calls to a server, two versions of a tool, or a draft's
 * request.
 */
export const otherRules: readonly ExplainedRule[] = [
  { ...freeQueryRule, good: [], bad: [] },
  ...testRules.map((rule) => ({ ...rule, good: [], bad: [] })),
  ...diffRules.map((rule) => ({ ...rule, severity: everywhere(rule.severity), good: [], bad: [] })),
];
