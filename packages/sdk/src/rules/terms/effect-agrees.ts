import type { Terms } from "../../contract/contract.ts";
import { defineRule, everywhere } from "../rule.ts";

export const termsEffectAgrees = defineRule({
  id: "terms/effect-agrees",
  severity: everywhere("error"),
  requirements: ["S3-24", "S3-107"],
  summary: "Forbid an effect that its category rules out",
  why: `A query that writes is cached and tried again like a query, and writes each time. A mutation that
calls itself a read passes without the approval that a mutation needs.`,
  good: [
    { terms: { category: "query", effect: "read" } },
    { terms: { category: "mutation", effect: "destroy" } },
    { terms: { category: "generation", effect: "write" } },
  ],
  bad: [
    { terms: { category: "query", effect: "write" } },
    { terms: { category: "analysis", effect: "destroy" } },
    { terms: { category: "mutation", effect: "read" } },
  ],

  *check({ terms }) {
    if (contradicts(terms)) {
      yield {
        pointer: "/terms/effect",
        message: "Make `effect` and `category` agree: queries read, mutations change something.",
      };
    }
  },
});

// Generated content may or may not be stored, so that category leaves the effect open.
function contradicts({ category, effect }: Terms): boolean {
  if (effect === undefined) return false;
  if (category === "mutation") return effect === "read";
  return (category === "query" || category === "analysis") && effect !== "read";
}
