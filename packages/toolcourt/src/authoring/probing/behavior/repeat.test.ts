import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { countersIn } from "./repeat.ts";

describe("countersIn", () => {
  it.each<[string, readonly JsonValue[]]>([
    ["a number", [{ n: 1 }, { n: 2 }, { n: 3 }]],
    ["a number in a text", ["visit 8", "visit 9", "visit 10"]],
    ["a list that grows", [{ log: [] }, { log: ["a"] }, { log: ["a", "b"] }]],
    ["a list that is used up", [["a", "b"], ["b"], []]],
  ])("counts %s", (_, answers) => {
    expect(countersIn(answers).size).toBeGreaterThan(0);
  });

  it.each<[string, readonly JsonValue[]]>([
    ["nothing that stays", [{ n: 1 }, { n: 1 }, { n: 1 }]],
    ["no chance", [{ n: 4 }, { n: 17 }, { n: 2 }]],
    [
      "no clock",
      ["2026-01-01T00:00:00.010Z", "2026-01-01T00:00:00.012Z", "2026-01-01T00:00:00.013Z"],
    ],
    ["no time of day that stands still for a call", [{ ms: 1 }, { ms: 1 }, { ms: 2 }]],
  ])("counts %s", (_, answers) => {
    expect(countersIn(answers).size).toBe(0);
  });
});
