import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import { testVerdict, verdictLine, verdictOf } from "./verdict.ts";

const warning = testFinding({ severity: "warning" });
const gone = { reason: "server-gone", message: "the server could not be reached" } as const;
const effect = { reason: "effect", message: "its effect is write" } as const;
const facts = testedTool().facts;

describe("the test verdict", () => {
  it.each([
    [{}, "passed", "Passed."],
    [{ findings: [warning] }, "passed", "Passed, with 1 warning."],
    [{ findings: [testFinding(), warning] }, "failed", "Failed: 1 error and 1 warning."],
    [
      { tools: [testedTool({ skipped: gone })] },
      "unfinished",
      "Not finished: the server went away. Next: start the server by itself and see why",
    ],
    [
      { tools: [] },
      "nothing",
      "Nothing was judged: the server lists no tools. Next: name a server that lists tools",
    ],
  ] as const)("for %j is: %s", (differences, kind, line) => {
    const verdict = testVerdict(testReport(differences));

    expect(verdict.kind).toBe(kind);
    expect(verdictLine(verdict)).toBe(line);
  });

  it.each([
    [{ ...facts, hinted: true }, "--allow hinted"],
    [facts, "--allow write"],
  ] as const)("names the flag that would make calls, for %j", (known, flag) => {
    const tools = [testedTool({ calls: 0, skipped: effect, facts: known })];

    const { exit, next } = testVerdict(testReport({ tools }));

    expect(exit).toBe(2);
    expect(next).toContain(flag);
  });
});

describe("verdictOf", () => {
  const nothing = { because: "there is none", next: "name one" };

  it.each([
    [{ judged: 1, errors: 0, warnings: 0 }, 0],
    [{ judged: 1, errors: 1, warnings: 0 }, 1],
    [{ judged: 0, errors: 1, warnings: 0 }, 1],
    [{ judged: 1, errors: 0, warnings: 2, maxWarnings: 1 }, 1],
    [{ judged: 1, errors: 0, warnings: 1, maxWarnings: 1 }, 0],
    [{ judged: 0, errors: 0, warnings: 0 }, 2],
  ])("exits for %j with %s", (tally, exit) => {
    expect(verdictOf({ ...tally, nothing }).exit).toBe(exit);
  });
});
