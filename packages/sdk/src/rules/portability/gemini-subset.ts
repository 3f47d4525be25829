import { defineRule } from "../rule.ts";
import { refusedKeyword } from "./refused-keywords.ts";

// Keywords unsupported by both of Gemini's ways to describe parameters.
const refused: ReadonlySet<string> = new Set([
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
]);

export const portabilityGeminiSubset = defineRule({
  id: "portability/gemini-subset",
  severity: { core: "warning", "agent-hints": "warning", registry: "warning" },
  requirements: [],
  summary: "Forbid keywords that Gemini's function declarations do not take",
  why: `Function declarations describe parameters in a part of OpenAPI or of JSON Schema. A keyword
outside of it is refused or ignored, and the model is not told what it says.`,
  good: [{ input: { type: "object", properties: { a: { type: "string", enum: ["b"] } } } }],
  bad: [
    { input: { type: "object", properties: { a: { not: { const: "b" } } } } },
    { input: { type: "object", propertyNames: { maxLength: 3 } } },
  ],

  check: ({ input }) => refusedKeyword(input, refused),
});
