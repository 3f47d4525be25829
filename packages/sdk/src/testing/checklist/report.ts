import type { Evidence, Run } from "./evidence.ts";

/** Outcome of one checklist point. A warning does not fail the report. */
export type Verdict = "passed" | "warning" | "failed" | "not-applicable";

export interface Judgement {
  readonly verdict: Verdict;
  /** The evidence checked, or the problem found. */
  readonly detail: string;
}

export interface ReportItem extends Judgement {
  readonly requirement: string;
  readonly title: string;
}

/** The checklist results of one tool. `String(report)` prints them. */
export interface Report {
  readonly tool: string;
  readonly passed: boolean;
  readonly items: readonly ReportItem[];
  readonly toString: () => string;
}

export function createReport(tool: string, items: readonly ReportItem[]): Report {
  const isPassed = items.every(({ verdict }) => verdict !== "failed");
  const report = { tool, passed: isPassed, items };
  return { ...report, toString: () => formatReport(report) };
}

const marks: Readonly<Record<Verdict, string>> = {
  passed: "ok  ",
  warning: "warn",
  failed: "FAIL",
  "not-applicable": "n/a ",
};

/**
 * Returns one line per point, then a summary line.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * const { tool, passed, items } = await checkTool(getCard);
 * const failed = items.filter(({ verdict }) => verdict === "failed");
 * console.log(formatReport({ tool, passed, items: failed }));
 * ```
 */
export function formatReport(report: Omit<Report, "toString">): string {
  const { tool, items } = report;
  const lines = items.map(({ title, verdict, detail }) => `${marks[verdict]} ${title}: ${detail}`);
  const count = (verdict: Verdict) => items.filter((item) => item.verdict === verdict).length;
  const sum = `${count("passed")} passed, ${count("warning")} warnings, ${count("failed")} failed, ${count("not-applicable")} not applicable`;
  return [...lines, `${tool} ${report.passed ? "passed" : "failed"}: ${sum}.`].join("\n");
}

/** One point of the checklist: a requirement and the judgement of the evidence. */
export interface Point {
  readonly requirement: string;
  readonly title: string;
  readonly judge: (evidence: Evidence) => Judgement;
}

export function passed(detail: string): Judgement {
  return { verdict: "passed", detail };
}

export function failed(detail: string): Judgement {
  return { verdict: "failed", detail };
}

export function warning(detail: string): Judgement {
  return { verdict: "warning", detail };
}

export function notApplicable(detail: string): Judgement {
  return { verdict: "not-applicable", detail };
}

/** Returns every call that the tool should have answered. */
export function validRuns({ examples, samples, again }: Evidence): readonly Run[] {
  return [...examples, ...samples, ...again];
}

export function allRuns(evidence: Evidence): readonly Run[] {
  return [...validRuns(evidence), ...evidence.invalid];
}

/** Fails on the first bad call and names it. */
export function judgeRuns<Each extends Run>(
  runs: readonly Each[],
  isRight: (run: Each) => boolean,
): Judgement {
  if (runs.length === 0) return failed("There was no call to judge by; give an example.");
  const wrong = runs.filter((run) => !isRight(run)).map(({ label }) => label);
  const [first] = wrong;
  if (first === undefined) return passed(`In ${runs.length} of ${runs.length} calls.`);
  return failed(`Not in ${wrong.length} of ${runs.length} calls, first in "${first}".`);
}

/** Judges the findings of the rules that serve these requirements. */
export function judgeFindings({ findings }: Evidence, requirements: readonly string[]): Judgement {
  const found = findings.filter((finding) =>
    finding.requirements.some((requirement) => requirements.includes(requirement)),
  );
  const worst = found.find(({ severity }) => severity === "error") ?? found[0];
  if (worst === undefined) return passed("No rule objects.");
  const detail = `${worst.message} (${worst.rule})`;
  return worst.severity === "error" ? failed(detail) : warning(detail);
}

/** Returns the first judgement that is not a pass, or the last one. */
export function together(first: Judgement, ...rest: readonly Judgement[]): Judgement {
  const all = [first, ...rest];
  return (
    all.find(({ verdict }) => verdict === "failed") ??
    all.find(({ verdict }) => verdict === "warning") ??
    rest.at(-1) ??
    first
  );
}
