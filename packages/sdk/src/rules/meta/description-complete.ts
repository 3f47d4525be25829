import { defineRule } from "../rule.ts";

const when =
  /\b(use|used|uses|using|useful|when|whenever|if|before|after|need|needed|helpful|ideal)\b/i;
const result =
  /\b(returns?|returned|returning|gives|yields?|outputs?|responds?|response|results?|produces|reports|answers)\b/i;

export const metaDescriptionComplete = defineRule({
  id: "meta/description-complete",
  severity: { "agent-hints": "error" },
  requirements: ["S3-8", "S3-118"],
  summary: "Require a description of what a tool does, when to use it and what it returns",
  why: `A planner needs three answers to choose well: what the tool does, when it is the right one, and what
comes back. The check looks for the words that such sentences are made of, so it finds what was
forgotten and cannot judge what was said badly.`,
  good: [
    { description: "Retrieves a card. Use it to show one card. Returns its text and its deck." },
  ],
  bad: [
    { description: "Retrieves a card by ID. Use when you need to access card content." },
    { description: "Returns the card with this id." },
  ],

  *check({ description }) {
    if (description.trim() === "") return;
    if (!when.test(description)) {
      yield {
        pointer: "/description",
        message: "Say when to use the tool, in a sentence that begins with Use.",
      };
    }
    if (!result.test(description)) {
      yield {
        pointer: "/description",
        message: "Say what the tool returns, in a sentence that begins with Returns.",
      };
    }
  },
});
