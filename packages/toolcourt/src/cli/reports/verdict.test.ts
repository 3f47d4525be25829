import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import { testVerdict, verdictSentence } from "./verdict.ts";

const warning = testFinding({ severity: "warning" });
const gone = { reason: "server-gone", message: "the server could not be reached" } as const;

describe("the test verdict", () => {
  it.each([
    [{}, "passed", "Passed."],
    [{ findings: [warning] }, "passed", "Passed, with 1 warning."],
    [{ findings: [testFinding(), warning] }, "failed", "Failed: 1 error and 1 warning."],
    [
      { tools: [testedTool({ skipped: gone })] },
      "unfinished",
      "Not finished: the server went away.",
    ],
    [{ tools: [testedTool({ calls: 0 })] }, "unfinished", "Nothing was called."],
  ] as const)("for %j is: %s", (differences, verdict, sentence) => {
    const report = testReport(differences);

    expect(testVerdict(report)).toBe(verdict);
    expect(verdictSentence(report)).toBe(sentence);
  });
});
