import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { checkPeriod } from "./period.ts";
import { Unsendable } from "./unsendable.ts";

const period = { from: "/from", to: "/to", maxDays: 366 };

function flawOf(given: JsonObject): readonly string[] {
  try {
    checkPeriod(period, given);
    return [];
  } catch (error) {
    return error instanceof Unsendable ? [error.parameter, error.expected] : ["other"];
  }
}

describe("checkPeriod", () => {
  it.each([
    { from: "2026-07-01", to: "2026-07-01" },
    { from: "2024-02-29", to: "2025-02-28" },
    { from: "2026-01-01", to: "2027-01-01" },
    { from: "2026-07-01" },
    {},
  ])("accepts %j", (given) => {
    expect(flawOf(given)).toEqual([]);
  });

  it.each([
    [{ from: "2026-07-02", to: "2026-07-01" }, ["to", "a day that is not before from"]],
    [
      { from: "2026-01-01", to: "2027-01-02" },
      ["to", "a day within 366 days of from, both included"],
    ],
    ...["2026-02-31", "2026-13-01", "2026-7-1", "2026-07-01T00:00", "", 20_260_701, null].map(
      (from): [JsonObject, string[]] => [
        { from, to: "2026-07-01" },
        ["from", "a day of the calendar, such as 2026-07-31"],
      ],
    ),
  ])("refuses %j", (given, flaw) => {
    expect(flawOf(given)).toEqual(flaw);
  });
});
