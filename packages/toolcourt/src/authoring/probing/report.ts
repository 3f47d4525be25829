import type { Effect, JsonValue, ResponseTime } from "@toolcourt/sdk";
import type { ProfileName, Severity } from "@toolcourt/sdk/rules";
import type { TestRuleId } from "./rules.ts";

/** Result of testing a server. Only names, inputs and pointers come from the server. */
export interface TestReport {
  /** The operator's name for the server, or its host or program name. */
  readonly server: string;
  /** Name in messages: a URL without its query, or a program without its arguments. */
  readonly label: string;
  readonly transport: "http" | "stdio";
  /** Seed of everything drawn at random. */
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly tools: readonly TestedTool[];
  /** Findings about the server as a whole. */
  readonly findings: readonly TestFinding[];
}

export interface Budget {
  /** Limit on inputs drawn for one tool. Follow-up calls with an input are not counted. */
  readonly callsPerTool: number;
  /** Time limit of the whole test. */
  readonly timeMs: number;
  /** Timeout of one call. */
  readonly patienceMs: number;
}

export interface TestedTool {
  readonly name: string;
  readonly facts: ContractFacts;
  /** Why the tool was not called, or less often than planned. Default: fully tested. */
  readonly skipped?: Skip;
  /** The probes, in the order they ran. */
  readonly probes: readonly ProbeTally[];
  readonly findings: readonly TestFinding[];
  /** Number of calls made, including those for shrinking. */
  readonly calls: number;
  readonly durationMs: number;
  /** Times of successful calls. Undefined if there was none. */
  readonly answerMs?: { readonly median: number; readonly slowest: number };
}

/** The parts of the contract that decide how a tool is tested. */
export interface ContractFacts {
  readonly effect: Effect;
  readonly hasOutputSchema: boolean;
  readonly idempotent?: boolean;
  readonly responseTime?: ResponseTime;
  readonly examples: number;
  /** Number of input schema keywords for which no input breaks only that keyword. */
  readonly unbroken: number;
  /** Whether only the server's own hint says that the tool reads. Default: no. */
  readonly hinted?: true;
}

/** Why a tool is not called, in words with the remedy. */
export const skipMessages = {
  effect: (contract) =>
    `its effect is ${contract?.effect ?? "unknown"}, and only reads are called; allow it with --allow`,
  "not-chosen": () => "it was not selected",
  unreadable: () => "its definition cannot be read; see toolcourt check",
  "schema-refused": () => "its input schema cannot be used; see toolcourt check",
  "no-valid-input": () => "no input was found that its schema accepts",
  asks: () => "it asks a person before it answers, and none is present",
  "time-spent": () => "the time ran out; allow more with --time",
  "server-gone": () => "the server became unreachable",
} as const satisfies Record<string, (contract: { readonly effect: Effect } | undefined) => string>;
export type SkipReason = keyof typeof skipMessages;

export interface Skip {
  readonly reason: SkipReason;
  /** One sentence in our own words, with the remedy. */
  readonly message: string;
}

export interface ProbeTally {
  readonly kind: ProbeKind;
  /** Number of calls made for this probe. */
  readonly calls: number;
  /** Why the probe was left out. Default: it ran. */
  readonly leftOut?: string;
}

export interface TestFinding {
  readonly rule: TestRuleId;
  readonly severity: Exclude<Severity, "off">;
  /** Empty if the finding concerns the server as a whole. */
  readonly tool: string;
  readonly probe: ProbeKind;
  /** The smallest input that reproduces it. Undefined if no input does. */
  readonly input?: JsonValue;
  /** JSON Pointer into the input or the answer. */
  readonly pointer?: string;
  /** Expected and actual behavior, each a phrase in our own words. */
  readonly expected: string;
  readonly got: string;
  readonly seed: number;
  /** Command that reproduces the finding. */
  readonly repeat: string;
  /** The original input, if it could be shrunk. */
  readonly shrunkFrom?: JsonValue;
  /** Number of other inputs of the tool with the same finding. */
  readonly alike: number;
}

interface TestSummary {
  readonly tools: number;
  readonly tested: number;
  readonly skipped: number;
  readonly calls: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Returns all findings of a report, those of the server first. */
export function findingsOf(report: TestReport): readonly TestFinding[] {
  return [...report.findings, ...report.tools.flatMap(({ findings }) => findings)];
}

/** Summarizes a report. A tool counts as tested if it was called at all. */
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

/** Human-readable description of each probe. */
export const probeTitles = {
  start: "what the server sends before it is called",
  list: "the list of tools stays as it is",
  examples: "the contract's own examples",
  valid: "inputs that the schema accepts",
  invalid: "inputs that break one keyword each",
  unknown: "an argument that the schema does not name",
  repeat: "the same call again",
  observe: "what other reads see before and after",
  time: "the time class of the contract",
  cancel: "leaving a call before it is answered",
  hints: "hints and confidence",
} as const;
export type ProbeKind = keyof typeof probeTitles;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
export const probeKinds = Object.keys(probeTitles) as readonly ProbeKind[];
