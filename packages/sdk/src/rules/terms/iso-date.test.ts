import { describe, expect, it } from "vitest";
import { daysUntil, readIsoDate } from "./iso-date.ts";

const noon = Date.UTC(2027, 2, 1, 12);

describe("readIsoDate", () => {
  it("reads a date without a time as the whole day in UTC", () => {
    expect(readIsoDate("2027-03-01")).toEqual({
      start: Date.UTC(2027, 2, 1),
      end: Date.UTC(2027, 2, 2),
    });
  });

  it.each(["2027-03-01T12:00Z", "2027-03-01T12:00:00.000Z", "2027-03-01T14:00:00+02:00"])(
    "reads a date with a time as an instant: %s",
    (text) => {
      expect(readIsoDate(text)).toEqual({ start: noon, end: noon });
    },
  );

  it.each([
    "",
    "2027",
    "2027-3-1",
    "01.03.2027",
    "2027-02-29",
    "2027-13-01",
    "2027-03-01T25:00Z",
    "2027-03-01T12:00",
    "2027-03-01 12:00Z",
    "next spring",
  ])("rejects %j", (text) => {
    expect(readIsoDate(text)).toBeUndefined();
  });

  it("handles leap years", () => {
    expect(readIsoDate("2028-02-29")).toBeDefined();
  });
});

describe("daysUntil", () => {
  it("ignores the time of day", () => {
    const tomorrow = { start: Date.UTC(2027, 2, 2), end: Date.UTC(2027, 2, 3) };

    expect(daysUntil(tomorrow, Date.UTC(2027, 2, 1))).toBe(1);
    expect(daysUntil(tomorrow, noon)).toBe(1);
  });

  it("is negative for a date in the past", () => {
    expect(daysUntil({ start: 0, end: 0 }, noon)).toBeLessThan(0);
  });
});
