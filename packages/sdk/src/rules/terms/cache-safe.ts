import type { ToolContract } from "../../contract/contract.ts";
import { defineRule, everywhere } from "../rule.ts";

export const termsCacheSafe = defineRule({
  id: "terms/cache-safe",
  severity: everywhere("error"),
  requirements: ["S3-108", "S3-123"],
  summary: "Forbid caching what changes something",
  why: `If a change is answered from the cache, it did not happen, but the caller believes that it did. A
tool that does not say what it does counts as one that changes something.`,
  good: [
    { effect: "read", terms: { category: "query", cacheable: true, cacheTTL: 60 } },
    { effect: "write", terms: { category: "mutation", cacheable: false } },
  ],
  bad: [
    { effect: "write", terms: { category: "mutation", cacheable: true, cacheTTL: 60 } },
    { effect: "destroy", terms: { effect: "destroy", cacheable: true, cacheTTL: 60 } },
  ],

  *check(contract) {
    if (cachesChange(contract)) {
      yield {
        pointer: "/terms/cacheable",
        message: "Set `cacheable` to false, or declare the tool a query if it changes nothing.",
      };
    }
  },

  repair: (contract) => (cachesChange(contract) ? { terms: { cacheable: false } } : undefined),
});

// Checks the category beside the effect: the author may have declared both and contradicted
// himself.
function cachesChange({ effect, terms }: ToolContract): boolean {
  return terms.cacheable === true && (effect !== "read" || terms.category === "mutation");
}
