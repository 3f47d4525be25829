import { defineRule } from "../rule.ts";

const example = /\b(examples?|e\.g|eg|for instance|such as|use cases?|typical uses?|sample)\b/i;

export const metaDescriptionExample = defineRule({
  id: "meta/description-example",
  severity: { "agent-hints": "error" },
  requirements: ["S3-9"],
  summary: "Require an example use case in the description",
  why: `People ask in words that no description foresees. One example question next to the tool lets a
planner recognize the hundred others that are like it.`,
  good: [
    { description: "Returns one card. For example: what does the first card of my deck say?" },
  ],
  bad: [{ description: "Returns one card of a deck. Use it when the id of the card is known." }],

  *check({ description }) {
    if (description.trim() !== "" && !example.test(description)) {
      yield {
        pointer: "/description",
        message: "Add an example use case, in a sentence that begins with For example.",
      };
    }
  },
});
