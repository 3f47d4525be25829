import type {
  TestedTool,
  TestFinding,
  TestReport,
} from "toolcourt/internal/authoring/probing/report";

/** Builds a finding. */
export function testFinding(differences: Partial<TestFinding> = {}): TestFinding {
  return {
    rule: "test/crash",
    severity: "error",
    tool: "get-forecast",
    probe: "valid",
    input: { city: "" },
    expected: "an answer",
    got: "the end of the process",
    seed: 7,
    repeat: `toolcourt test --seed 7 --only get-forecast --input '{"city":""}' -- node weather.js`,
    alike: 0,
    ...differences,
  };
}

/** Builds a tool that was called successfully. */
export function testedTool(differences: Partial<TestedTool> = {}): TestedTool {
  return {
    name: "get-forecast",
    facts: {
      effect: "read",
      hasOutputSchema: true,
      idempotent: true,
      responseTime: "fast",
      examples: 2,
      unbroken: 0,
    },
    probes: [
      { kind: "examples", calls: 2 },
      { kind: "valid", calls: 40 },
      { kind: "invalid", calls: 31 },
      { kind: "cancel", calls: 0, leftOut: "it answers too fast to be left" },
    ],
    findings: [],
    calls: 73,
    durationMs: 812,
    answerMs: { median: 2.41, slowest: 18.2 },
    ...differences,
  };
}

/** Builds the report for a server with one tool. */
export function testReport(differences: Partial<TestReport> = {}): TestReport {
  return {
    server: "weather",
    label: "node",
    transport: "stdio",
    seed: 7,
    budget: { callsPerTool: 100, timeMs: 120_000, patienceMs: 10_000 },
    profiles: ["core"],
    startedAt: Date.UTC(2026, 10, 1, 9, 30),
    durationMs: 4_321,
    tools: [testedTool()],
    findings: [],
    ...differences,
  };
}
