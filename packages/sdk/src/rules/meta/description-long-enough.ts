import { defineRule } from "../rule.ts";
import { lengthOf } from "./text-length.ts";

export const metaDescriptionLongEnough = defineRule({
  id: "meta/description-long-enough",
  severity: { "agent-hints": "error" },
  requirements: ["S3-7"],
  summary: "Require at least 50 characters of description",
  why: `What a tool does, when to use it and what it returns do not fit into less. A planner that reads
two words fills in the rest by itself.`,
  good: [{ description: `Returns the card.${" Use it to read one.".repeat(3)}` }],
  bad: [{ description: "Test connectivity" }],

  *check({ description }) {
    if (lengthOf(description) < 50) {
      yield {
        pointer: "/description",
        message: "Describe the tool in at least 50 characters: what, when, and what it returns.",
      };
    }
  },
});
