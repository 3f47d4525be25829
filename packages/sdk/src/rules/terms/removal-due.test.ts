import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsRemovalDue } from "./removal-due.ts";

function found(removalDate: string, now: number) {
  const deprecated = { since: "1.0.0", replacement: "other", removalDate };
  return remarks(termsRemovalDue, { terms: { deprecated }, scene: { now } });
}

describe("terms/removal-due", () => {
  it("accepts a tool until the end of its last day", () => {
    expect(found("2027-06-30", Date.UTC(2027, 6, 1) - 1)).toEqual([]);
  });

  it("compares a date with a time to the instant", () => {
    expect(found("2027-06-30T12:00:00Z", Date.UTC(2027, 5, 30, 11, 59))).toEqual([]);
    expect(found("2027-06-30T12:00:00Z", Date.UTC(2027, 5, 30, 12))).toHaveLength(1);
  });

  it("reports nothing for tools without a removal date", () => {
    expect(remarks(termsRemovalDue, { terms: {} })).toEqual([]);
  });
});
