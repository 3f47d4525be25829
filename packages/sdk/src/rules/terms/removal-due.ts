import { defineRule, everywhere, withDeprecation } from "../rule.ts";
import { readIsoDate } from "./iso-date.ts";

export const termsRemovalDue = defineRule({
  id: "terms/removal-due",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S3-153"],
  summary: "Forbid tools whose removal date has passed",
  why: `A removal date is a promise to the maintainers of a tool and a warning to its callers. After that date the
tool has no owner.`,
  good: [withDeprecation({}, { now: Date.UTC(2027, 5, 30, 12) })],
  bad: [withDeprecation({}, { now: Date.UTC(2027, 6, 1) })],

  *check({ terms }, { now }) {
    const removal = readIsoDate(terms.deprecated?.removalDate ?? "");
    if (removal !== undefined && removal.end <= now) {
      yield {
        pointer: "/terms/deprecated/removalDate",
        message: "Remove the tool, or set a new date if it is kept.",
      };
    }
  },
});
