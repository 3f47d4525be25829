import { defineRule, withDeprecation } from "../rule.ts";
import { daysUntil, readIsoDate } from "./iso-date.ts";

const now = Date.UTC(2027, 0, 1);

export const termsRemovalNotice = defineRule({
  id: "terms/removal-notice",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-150"],
  summary: "Require 90 days of notice before a tool is removed",
  why: `Those who call a tool have releases of their own. Less than 90 days is over before many of them have
read the notice. A contract does not say when it was published, so the last 90 days of every
deprecated tool are marked, also where the notice was given in time.`,
  good: [{ terms: {} }, withDeprecation({ removalDate: "2027-04-01" }, { now })],
  bad: [withDeprecation({ removalDate: "2027-03-31" }, { now })],

  *check({ terms }, scene) {
    const removal = readIsoDate(terms.deprecated?.removalDate ?? "");
    if (removal === undefined || removal.end <= scene.now) return;
    if (daysUntil(removal, scene.now) < 90) {
      yield {
        pointer: "/terms/deprecated/removalDate",
        message: "Leave callers at least 90 days before the tool is removed.",
      };
    }
  },
});
