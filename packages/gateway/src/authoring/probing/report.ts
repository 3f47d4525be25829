import type { Effect, JsonValue, ResponseTime } from "@toolcourt/sdk";
import type { ProfileName, Severity } from "@toolcourt/sdk/rules";
import type { ProbeKind } from "./probe-kinds.ts";
import type { TestRuleId } from "./rules.ts";

/** What testing a server came to. Nothing in it was worded by the server but names, inputs and pointers. */
export interface TestReport {
  /** The name that the operator gives the server, or that of its host or program. */
  readonly server: string;
  /** How messages call it: an address without its query, or a program without its arguments. */
  readonly label: string;
  readonly transport: "http" | "stdio";
  /** Everything that was drawn was drawn from it. */
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly tools: readonly TestedTool[];
  /** What is wrong with the server as a whole. */
  readonly findings: readonly TestFinding[];
}

export interface Budget {
  /** The most inputs that are drawn for one tool. What is done with one besides calling it once is not counted. */
  readonly callsPerTool: number;
  /** The most time for all of it. */
  readonly timeMs: number;
  /** How long one call may go unanswered. */
  readonly patienceMs: number;
}

export interface TestedTool {
  readonly name: string;
  readonly facts: ContractFacts;
  /** Why it was not called, or not as often as planned. Absent where all was done. */
  readonly skipped?: Skip;
  /** What was tried, in this order. */
  readonly probes: readonly ProbeTally[];
  readonly findings: readonly TestFinding[];
  /** Every call that was made, those for shrinking included. */
  readonly calls: number;
  readonly durationMs: number;
  /** Of answered calls with valid inputs. Absent where there was none. */
  readonly answerMs?: { readonly median: number; readonly slowest: number };
}

/** What the contract says that decides how a tool is tested. */
export interface ContractFacts {
  readonly effect: Effect;
  readonly hasOutputSchema: boolean;
  readonly idempotent?: boolean;
  readonly responseTime?: ResponseTime;
  readonly examples: number;
  /** Keywords of the input schema that no input was found to break alone. */
  readonly unbroken: number;
}

export const skipReasons = [
  "effect",
  "not-chosen",
  "unreadable",
  "schema-refused",
  "no-valid-input",
  "asks",
  "time-spent",
  "server-gone",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface Skip {
  readonly reason: SkipReason;
  /** One sentence in our own words, with what to do about it. */
  readonly message: string;
}

export interface ProbeTally {
  readonly kind: ProbeKind;
  /** Calls that the server was sent for it. */
  readonly calls: number;
  /** Why it was left out. Absent where it was done. */
  readonly leftOut?: string;
}

export interface TestFinding {
  readonly rule: TestRuleId;
  readonly severity: Exclude<Severity, "off">;
  /** Empty for what is about the server as a whole. */
  readonly tool: string;
  readonly probe: ProbeKind;
  /** The smallest input that shows it. Absent where no input does. */
  readonly input?: JsonValue;
  /** Where in the input or the answer, as a JSON Pointer. */
  readonly pointer?: string;
  /** What should have come, and what came, each a phrase in our own words. */
  readonly expected: string;
  readonly got: string;
  readonly seed: number;
  /** What to type to see it again. */
  readonly repeat: string;
  /** The input that showed it first, where it could be made smaller. */
  readonly shrunkFrom?: JsonValue;
  /** Other inputs of the same tool that showed the same. */
  readonly alike: number;
}

export interface TestSummary {
  readonly tools: number;
  readonly tested: number;
  readonly skipped: number;
  readonly calls: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Every finding of a report, those of the server first. */
export function findingsOf(report: TestReport): readonly TestFinding[] {
  return [...report.findings, ...report.tools.flatMap(({ findings }) => findings)];
}

/** A tool counts as tested if it was called at all. */
export function summaryOf(report: TestReport): TestSummary {
  const findings = findingsOf(report);
  const tested = report.tools.filter(({ calls }) => calls > 0).length;
  return {
    tools: report.tools.length,
    tested,
    skipped: report.tools.length - tested,
    calls: report.tools.reduce((sum, { calls }) => sum + calls, 0),
    errors: findings.filter(({ severity }) => severity === "error").length,
    warnings: findings.filter(({ severity }) => severity === "warning").length,
  };
}
