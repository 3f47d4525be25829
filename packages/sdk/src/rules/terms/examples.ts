import { defineRule } from "../rule.ts";

export const termsExamples = defineRule({
  id: "terms/examples",
  severity: { workspace: "error", "agent-hints": "error" },
  requirements: ["S1-1", "S3-29", "S3-116", "S3-126"],
  summary: "Require at least one complete example",
  why: `An example shows at a glance what ten lines of schema say, to people and to models alike. It is also
the first test a tool has to pass, so it needs an input, a result and a word on what it shows.`,
  good: [
    {
      terms: {
        examples: [
          { description: "Get a card", params: { id: "c1" }, expectedResult: { id: "c1" } },
        ],
      },
    },
  ],
  bad: [
    { terms: {} },
    { terms: { examples: [] } },
    { terms: { examples: [{ description: " ", params: {}, expectedResult: {} }] } },
  ],

  *check({ terms }) {
    const { examples = [] } = terms;
    if (examples.length === 0) {
      yield {
        pointer: "/terms/examples",
        message: "Give at least one example with description, params and expectedResult.",
      };
    }
    for (const [index, { description }] of examples.entries()) {
      if (description.trim() === "") {
        yield {
          pointer: `/terms/examples/${index}/description`,
          message: "Say what this example shows.",
        };
      }
    }
  },
});
