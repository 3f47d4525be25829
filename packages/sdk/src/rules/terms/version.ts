import { defineRule } from "../rule.ts";
import { isSemanticVersion } from "./semantic-version.ts";

export const termsVersion = defineRule({
  id: "terms/version",
  severity: { "agent-hints": "error" },
  requirements: ["S3-53"],
  summary: "Require a semantic version",
  why: `Every result names the version of the tool that made it, and callers read from its first number
whether they still understand the answer. A version of another form says nothing they can act on.`,
  good: [{ terms: { version: "1.2.3" } }, { terms: { version: "2.0.0-beta.1+build.5" } }],
  bad: [{ terms: {} }, { terms: { version: "v1" } }, { terms: { version: "1.2" } }],

  *check({ terms }) {
    if (terms.version === undefined || !isSemanticVersion(terms.version)) {
      yield { pointer: "/terms/version", message: "Give a semantic version such as 1.2.3." };
    }
  },
});
