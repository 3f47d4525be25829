import { wordParts } from "../../contract/word-parts.ts";
import { defineRule, everywhere } from "../rule.ts";

export const metaDescriptionInforms = defineRule({
  id: "meta/description-informs",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S0-5", "S3-8"],
  summary: "Require a description that says more than the name",
  why: `A description that only spells out the name leaves the choice between two similar tools to chance.
It is the cheapest place to say what is special about this one.`,
  good: [{ name: "list_cards", description: "Lists the cards of a deck, newest first." }],
  bad: [{ name: "list_cards", description: "List cards." }],

  *check({ name, description }) {
    // A description this much longer than the name cannot merely repeat it.
    if (description.length > 3 * name.length + 20) return;
    const said = wordParts(description);
    if (said.length > 0 && said.join("") === wordParts(name).join("")) {
      yield {
        pointer: "/description",
        message: "Say what the tool does beyond the words of its name.",
      };
    }
  },
});
