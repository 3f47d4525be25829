import { expect, it } from "vitest";
import { instant, readInstant } from "./instant.ts";

it.each([
  ["2027-01-31", Date.UTC(2027, 0, 31)],
  ["2027-01-31T12:30Z", Date.UTC(2027, 0, 31, 12, 30)],
  ["2027-01-31T12:30:15.250Z", Date.UTC(2027, 0, 31, 12, 30, 15, 250)],
])("reads %s", (text, at) => {
  expect(readInstant(text)).toBe(at);
});

it.each([
  "2027-02-30",
  "2027-13-01",
  "2027-01-31T25:00Z",
  "2027-01-31T12:00:00",
  "2027-01-31T12:00:00+01:00",
  "31.01.2027",
  "tomorrow",
  "",
])("refuses %j, and says what it expects", (text) => {
  expect(readInstant(text)).toBeUndefined();
  expect(instant.safeParse(text).error?.issues[0]?.message).toContain("such as 2027-01-31");
});
