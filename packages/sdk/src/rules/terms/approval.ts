import type { ToolContract } from "../../contract/contract.ts";
import { defineRule } from "../rule.ts";

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
  why: `A tool that changes something and asks nobody does so on the word of a model, which may have read
that word on a web page. Either a person says yes to the call, or the caller holds a permission
that a person has given.`,
  good: [
    { effect: "write", terms: { approval: "caller" } },
    { effect: "destroy", terms: { permissions: ["cards:delete"] } },
    { effect: "read", terms: {} },
  ],
  bad: [
    { effect: "write", terms: {} },
    { effect: "destroy", terms: { approval: "none", permissions: [] } },
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

function lacksSafeguard({ effect, terms }: ToolContract): boolean {
  const { approval = "none", permissions = [] } = terms;
  return effect !== "read" && approval === "none" && permissions.length === 0;
}
