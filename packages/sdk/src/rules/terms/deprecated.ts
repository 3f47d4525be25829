import { defineRule, everywhere, type Remark } from "../rule.ts";
import { readIsoDate } from "./iso-date.ts";
import { isSemanticVersion } from "./semantic-version.ts";

export const termsDeprecated = defineRule({
  id: "terms/deprecated",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S3-32", "S3-148", "S3-149"],
  summary: "Require a deprecation that can be acted on",
  why: `Callers of a deprecated tool need to know where to go and until when. A date that cannot be read
never arrives, and a tool that names itself as its replacement leads nowhere.`,
  good: [
    { terms: {} },
    {
      terms: {
        deprecated: { since: "2.1.0", replacement: "get-card-v2", removalDate: "2027-06-30" },
      },
    },
  ],
  bad: [
    {
      terms: {
        deprecated: { since: "last year", replacement: "get-card-v2", removalDate: "2027-06-30" },
      },
    },
    {
      terms: { deprecated: { since: "2.1.0", replacement: "get-card-v2", removalDate: "soon" } },
    },
    {
      name: "get-card",
      terms: { deprecated: { since: "2.1.0", replacement: "get-card", removalDate: "2027-06-30" } },
    },
  ],

  *check({ name, terms }): Generator<Remark> {
    const { deprecated } = terms;
    if (deprecated === undefined) return;
    const { since, replacement, removalDate } = deprecated;
    if (!isSemanticVersion(since)) yield at("since", "Give the version such as 2.1.0.");
    if (replacement.trim() === "" || replacement === name) {
      yield at("replacement", "Name another tool that does the work from now on.");
    }
    if (readIsoDate(removalDate) === undefined) {
      yield at("removalDate", "Give the date in ISO 8601, for example 2027-06-30.");
    }
  },
});

function at(key: string, message: string): Remark {
  return { pointer: `/terms/deprecated/${key}`, message };
}
