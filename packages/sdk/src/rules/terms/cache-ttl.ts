import type { Terms } from "../../contract/contract.ts";
import { defineRule, everywhere } from "../rule.ts";

export const termsCacheTtl = defineRule({
  id: "terms/cache-ttl",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S3-27", "S3-124"],
  summary: "Require a lifetime for results that may be cached",
  why: `A cached answer without an end is served for ever, long after it stopped being true. A lifetime
of zero says that nothing may be cached and contradicts the line above it.`,
  good: [{ terms: { cacheable: true, cacheTTL: 60 } }, { terms: { cacheable: false } }],
  bad: [{ terms: { cacheable: true } }, { terms: { cacheable: true, cacheTTL: 0 } }],

  *check({ terms }) {
    if (lacksLifetime(terms)) {
      yield {
        pointer: "/terms/cacheTTL",
        message: "Give `cacheTTL` as a number of seconds above zero, or set `cacheable` to false.",
      };
    }
  },

  repair: ({ terms }) => (lacksLifetime(terms) ? { terms: { cacheable: false } } : undefined),
});

function lacksLifetime({ cacheable, cacheTTL }: Terms): boolean {
  return cacheable === true && (cacheTTL === undefined || cacheTTL <= 0);
}
