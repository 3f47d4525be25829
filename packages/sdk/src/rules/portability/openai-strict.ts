import { wordSet } from "../../contract/word-parts.ts";
import { defineRule, withParameters } from "../rule.ts";
import { refusedKeyword } from "./refused-keywords.ts";

// Clients rewrite open objects and optional parameters for strict mode themselves. They cannot
// rewrite these.
const refused = wordSet(
  "allOf not if then else dependentRequired dependentSchemas patternProperties",
);

export const portabilityOpenaiStrict = defineRule({
  id: "portability/openai-strict",
  severity: { core: "warning", "agent-hints": "warning", registry: "warning" },
  requirements: [],
  summary: "Forbid keywords that OpenAI's strict mode does not take",
  why: `In strict mode the model cannot answer with arguments that the schema refuses, but the mode
takes only part of JSON Schema: a tool with one of these keywords is refused, or called without it.`,
  good: [withParameters({ a: { anyOf: [{ type: "string" }] } })],
  bad: [
    withParameters({ a: { allOf: [{ type: "string" }] } }),
    { input: { type: "object", patternProperties: { "^x-": { type: "string" } } } },
  ],

  check: ({ input }) => refusedKeyword(input, refused),
});
