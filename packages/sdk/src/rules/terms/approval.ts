import type { ToolContract } from "../../contract/contract.ts";
import { defineRule } from "../rule.ts";
import { declaresEffect } from "./declared-effect.ts";

export const termsApproval = defineRule({
  id: "terms/approval",
  severity: {
    core: "warning",
    workspace: "error",
    "cloud-discovery": "warning",
    "agent-hints": "warning",
  },
  requirements: ["S0-48", "S1-28"],
  summary: "Require a safeguard before something is changed",
  why: `A tool that changes something without asking does so on the word of a model, which may have read that word on
a web page. Either a person approves the call, or the caller holds a permission that a person has given.`,
  good: [
    { effect: "write", terms: { approval: "caller" } },
    { effect: "destroy", terms: { permissions: ["cards:delete"] } },
    { effect: "read", terms: {} },
  ],
  bad: [
    { effect: "write", terms: { category: "mutation" } },
    { effect: "destroy", terms: { effect: "destroy", approval: "none", permissions: [] } },
  ],

  *check(contract) {
    if (lacksSafeguard(contract)) {
      yield {
        pointer: "/terms/approval",
        message: "Set `approval` to caller or operator, or list the `permissions` a caller needs.",
      };
    }
  },

  repair: (contract) => (lacksSafeguard(contract) ? { terms: { approval: "caller" } } : undefined),
});

// Skips a tool without a declared effect: `terms/effect` reports it. Asking for a safeguard too
// would put the same warning on every tool.
function lacksSafeguard(contract: ToolContract): boolean {
  const { approval = "none", permissions = [] } = contract.terms;
  if (approval !== "none" || permissions.length > 0) return false;
  return contract.effect !== "read" && declaresEffect(contract);
}
