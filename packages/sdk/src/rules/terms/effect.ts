import { defineRule } from "../rule.ts";
import { declaresEffect } from "./declared-effect.ts";

export const termsEffect = defineRule({
  id: "terms/effect",
  severity: { core: "warning", workspace: "error", "cloud-discovery": "warning" },
  requirements: ["S0-48", "S1-28"],
  summary: "Require a statement on what a call changes",
  why: `A tool that does not say whether it changes anything counts as one that does: its calls are never cached and
never tried again, and under \`core\` a person approves each of them. A \`readOnlyHint\` does not settle it,
because the server that makes the claim is the one that gains from it.`,
  good: [
    { terms: { category: "query" } },
    { terms: { effect: "write" } },
    { terms: {}, asReceived: { annotations: { destructiveHint: true } } },
  ],
  bad: [
    { terms: {}, asReceived: {} },
    { terms: {}, asReceived: { annotations: { readOnlyHint: true } } },
  ],

  *check(contract) {
    if (!declaresEffect(contract)) {
      yield {
        pointer: "/terms/effect",
        message:
          "State the `effect` or the `category`; until then a call counts as a write, even with a `readOnlyHint`.",
      };
    }
  },
});
