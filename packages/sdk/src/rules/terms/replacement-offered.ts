import { defineRule, withDeprecation } from "../rule.ts";

export const termsReplacementOffered = defineRule({
  id: "terms/replacement-offered",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-149"],
  summary: "Require the replacement of a deprecated tool to exist",
  why: `A caller who follows the advice of a deprecated tool should arrive somewhere. A replacement that its
server does not offer is a dead end, unless another server has it.`,
  good: [withDeprecation({}, { namesakes: () => 1 })],
  bad: [withDeprecation({}, { namesakes: () => 0 })],

  *check({ terms }, { namesakes }) {
    const { deprecated } = terms;
    if (deprecated !== undefined && namesakes(deprecated.replacement) === 0) {
      yield {
        pointer: "/terms/deprecated/replacement",
        message: "Name a replacement that the same server offers.",
      };
    }
  },
});
