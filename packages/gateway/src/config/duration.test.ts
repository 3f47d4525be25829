import { describe, expect, it } from "vitest";
import { duration, readDuration } from "./duration.ts";

it.each([
  ["P0DT0H0M30S", 30_000],
  ["P0DT0H1M0S", 60_000],
  ["PT0.25S", 250],
  ["PT1H30M", 5_400_000],
  ["P1D", 86_400_000],
  ["P1W", 604_800_000],
])("reads %s (S4-7)", (text, ms) => {
  expect(duration.parse(text)).toBe(ms);
});

describe("an invalid duration", () => {
  it.each([
    ["30s", "Write PT30S for 30 seconds."],
    ["250ms", "Write PT0.25S for 250 milliseconds."],
    ["5 min", "Write PT5M for 5 minutes."],
    ["2h", "Write PT2H for 2 hours."],
    ["1 day", "Write P1D for 1 days."],
    [30, "Write PT30S for 30 seconds."],
    ["P1Y", "Years and months differ in length; write weeks, days, hours or smaller."],
    ["P2M", "Years and months differ in length; write weeks, days, hours or smaller."],
    ["PT0S", 'Expected a duration longer than nothing, got "PT0S".'],
    ["-PT1S", 'Expected a duration longer than nothing, got "-PT1S".'],
    ["PT0.0001S", 'Expected at least a millisecond (PT0.001S), got "PT0.0001S".'],
    ["P25D", "Expected at most 24 days, the longest that a timer can wait."],
    ["soon", 'got "soon".'],
    ["PT", 'got "PT".'],
    [null, "got nothing."],
    [undefined, "This is missing; expected an ISO 8601 duration"],
    [["PT1S"], "got a list."],
  ])("gets a helpful message: %j", (given, sentence) => {
    const { error } = duration.safeParse(given);

    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining(sentence),
    ]);
  });

  it("is not quoted if it is long", () => {
    expect(JSON.stringify(readDuration("x".repeat(1000)))).not.toContain("xxx");
  });
});
