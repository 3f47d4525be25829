import { defineRule } from "../rule.ts";
import { wordsOf } from "./words.ts";

export const metaDescriptionInforms = defineRule({
  id: "meta/description-informs",
  severity: {
    core: "warning",
    workspace: "warning",
    "cloud-discovery": "warning",
    "agent-hints": "error",
    registry: "warning",
  },
  requirements: ["S0-5", "S3-8"],
  summary: "Require a description that says more than the name",
  why: `A description that only spells out the name leaves the choice between two similar tools to chance.
It is the cheapest place to say what is special about this one.`,
  good: [{ name: "list_cards", description: "Lists the cards of a deck, newest first." }],
  bad: [{ name: "list_cards", description: "List cards." }],

  *check({ name, description }) {
    const said = wordsOf(description);
    if (said.length > 0 && said.join("") === wordsOf(name).join("")) {
      yield {
        pointer: "/description",
        message: "Say what the tool does beyond the words of its name.",
      };
    }
  },
});
