import { defineRule, everywhere } from "../rule.ts";

const placeholder =
  /^(todo|tbd|fixme|n\/?a|none|null|undefined|(no )?description( not)?( provided| available)?)\W*$/i;

export const metaDescribed = defineRule({
  id: "meta/described",
  severity: { ...everywhere("error"), registry: "warning" },
  requirements: ["S0-3", "S0-5", "S1-1"],
  summary: "Require a description of what the tool does",
  why: `A planner chooses a tool by its description, and a reviewer approves it by the same words. A tool
that says nothing is chosen by accident and approved blindly.`,
  good: [{ name: "hello", description: "Test connectivity" }],
  bad: [
    { description: "" },
    { description: " \n " },
    { description: "..." },
    { description: "TODO" },
    { name: "get_card", description: "get_card" },
  ],

  *check({ name, description }) {
    const text = description.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) {
      yield { pointer: "/description", message: "Describe what the tool does." };
    } else if (placeholder.test(text) || isSame(text, name)) {
      yield {
        pointer: "/description",
        message: "Replace the placeholder by a sentence on what the tool does.",
      };
    }
  },
});

function isSame(text: string, name: string): boolean {
  return text.replace(/\.$/, "").toLowerCase() === name.trim().toLowerCase();
}
