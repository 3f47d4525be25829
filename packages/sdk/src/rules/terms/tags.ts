import { defineRule } from "../rule.ts";

export const termsTags = defineRule({
  id: "terms/tags",
  severity: { "agent-hints": "error" },
  requirements: ["S3-30", "S3-127"],
  summary: "Require at least one tag",
  why: `With hundreds of tools, tags are how a planner finds the dozen that matter. A filter by tags never finds a
tool without one.`,
  good: [{ terms: { tags: ["weather"] } }],
  bad: [{ terms: {} }, { terms: { tags: [] } }, { terms: { tags: [" "] } }],

  *check({ terms }) {
    const { tags = [] } = terms;
    if (tags.length === 0) {
      yield { pointer: "/terms/tags", message: "Give at least one tag to find the tool by." };
    }
    for (const [index, tag] of tags.entries()) {
      if (tag.trim() === "") {
        yield { pointer: `/terms/tags/${index}`, message: "Replace the blank tag by a word." };
      }
    }
  },
});
