import { defineRule } from "../rule.ts";
import { lengthOf } from "./text-length.ts";

export const metaDescriptionAboveMinimum = defineRule({
  id: "meta/description-above-minimum",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-118"],
  summary: "Require more than 50 characters of description",
  why: `The tool interface asks for at least 50 characters in one place and for more than 50 in another. A
description of exactly 50 satisfies only the first, and one more word settles it.`,
  good: [{ description: "a".repeat(51) }],
  bad: [{ description: "a".repeat(50) }],

  *check({ description }) {
    if (lengthOf(description) === 50) {
      yield {
        pointer: "/description",
        message: "Add a word: the description needs more than 50 characters.",
      };
    }
  },
});
