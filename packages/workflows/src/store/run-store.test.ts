import { describe, expect, it } from "vitest";
import { describeRetention } from "../testing/retention-suite.ts";
import { memoryRuns } from "./memory-runs.ts";
import { createRetention } from "./run-store.ts";

describeRetention(async (options) => memoryRuns(options));

describe("retention", () => {
  it.each([0, -1, 0.5, 3_651, Number.NaN])("rejects %d days", (keepForDays) => {
    expect(() => memoryRuns({ keepForDays })).toThrow("keepForDays is a number from 1 to 3650.");
  });

  it("sweeps once an hour, and again after a failure", async () => {
    const since: string[] = [];
    const { tidy } = createRetention({ keepForDays: 1 }, async (before) => {
      since.push(before.toISOString());
      throw new Error("The store is away.");
    });

    for (const time of ["10:00", "10:59", "11:00"]) await tidy(`2026-01-03T${time}:00Z`);

    expect(since).toEqual(["2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z"]);
  });
});
