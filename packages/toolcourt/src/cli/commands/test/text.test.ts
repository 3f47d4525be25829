import { testedTool, testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import type { TestReport } from "../../../authoring/probing/report.ts";
import { testText } from "./text.ts";

const ignore = (): void => undefined;

function textOf(report: TestReport, color = false): string {
  return testText(report, { out: ignore, err: ignore, progress: ignore, columns: 100, color });
}

describe("the text report of a test", () => {
  it("shows per tool the findings, their input and the command to type", () => {
    const finding = testFinding({ pointer: "/city", alike: 1, shrunkFrom: { city: "Paris" } });
    const skipped = { reason: "effect", message: "its effect is write" } as const;
    const tools = [
      testedTool({ findings: [finding] }),
      testedTool({ name: "list-cities" }),
      testedTool({ name: "add-city", calls: 0, probes: [], skipped }),
    ];

    expect(textOf(testReport({ tools }))).toMatchInlineSnapshot(`
      "get-forecast  1 finding  73 calls
        error  test/crash at /city
          expected  an answer
          got       the end of the process, and 1 other input like it
          input     {"city":""}
          made smaller from {"city":"Paris"}
          again     toolcourt test --seed 7 --only get-forecast --input '{"city":""}' -- node weather.js
      list-cities  fine  73 calls
      add-city  not called: its effect is write

      3 tools: 2 called, 1 not. 146 calls in 4.3 s. 1 error, 0 warnings.
      Seed 7: the same inputs again with --seed 7
      To explain a rule: toolcourt rules test/crash
      Failed: 1 error."
    `);
  });

  it("escapes upstream control and invisible characters", () => {
    const text = "a\u001b[31m\u202e\u0007\n";
    const finding = testFinding({
      input: { [text]: text },
      shrunkFrom: { [text]: 1 },
      pointer: text,
      expected: text,
      got: text,
      repeat: text,
    });
    const tool = testedTool({ name: text, findings: [finding] });

    expect(textOf(testReport({ tools: [tool] })).replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  it("has colors only on a terminal that supports them", () => {
    expect(textOf(testReport(), true)).toContain("\u001b[32mfine");
    expect(textOf(testReport())).not.toContain("\u001b");
  });
});
