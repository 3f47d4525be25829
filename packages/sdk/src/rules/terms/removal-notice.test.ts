import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsRemovalNotice } from "./removal-notice.ts";

function found(removalDate: string, now: number) {
  const deprecated = { since: "1.0.0", replacement: "other", removalDate };
  return remarks(termsRemovalNotice, { terms: { deprecated }, scene: { now } });
}

describe("terms/removal-notice", () => {
  it("counts calendar days, regardless of the time of day", () => {
    expect(found("2027-04-01", Date.UTC(2027, 0, 1, 23, 59))).toEqual([]);
    expect(found("2027-04-01", Date.UTC(2027, 0, 2))).toHaveLength(1);
  });

  it("leaves a past date to the rule that refuses it", () => {
    expect(found("2026-12-31", Date.UTC(2027, 0, 1))).toEqual([]);
  });

  it("still reports on the last day", () => {
    expect(found("2027-01-01", Date.UTC(2027, 0, 1, 12))).toHaveLength(1);
  });

  it("leaves an unreadable date to another rule", () => {
    expect(found("soon", 0)).toEqual([]);
  });
});
