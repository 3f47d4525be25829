import { wordSet } from "../../contract/word-parts.ts";
import { defineRule, withParameters } from "../rule.ts";
import { refusedKeyword } from "./refused-keywords.ts";

// Keywords unsupported by both of Gemini's ways to describe parameters.
const refused = wordSet(
  "allOf not if then else contains dependencies dependentRequired dependentSchemas patternProperties propertyNames unevaluatedItems unevaluatedProperties $dynamicRef",
);

export const portabilityGeminiSubset = defineRule({
  id: "portability/gemini-subset",
  severity: { core: "warning", "agent-hints": "warning", registry: "warning" },
  requirements: [],
  summary: "Forbid keywords that Gemini's function declarations do not take",
  why: `Function declarations describe parameters in a part of OpenAPI or of JSON Schema. A keyword
outside of it is refused or ignored, and the model is not told what it says.`,
  good: [withParameters({ a: { type: "string", enum: ["b"] } })],
  bad: [
    withParameters({ a: { not: { const: "b" } } }),
    { input: { type: "object", propertyNames: { maxLength: 3 } } },
  ],

  check: ({ input }) => refusedKeyword(input, refused),
});
