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
  const passed = items.every(({ verdict }) => verdict !== "failed");
  const report = { tool, passed, items };
  return { ...report, toString: () => formatReport(report) };
}

const marks: Readonly<Record<Verdict, string>> = {
  passed: "ok  ",
  warning: "warn",
  failed: "FAIL",
  "not-applicable": "n/a ",
};

/** Returns one line per point, then a summary line. */
export function formatReport({ tool, passed, items }: Omit<Report, "toString">): string {
  const lines = items.map(({ title, verdict, detail }) => `${marks[verdict]} ${title}: ${detail}`);
  const count = (verdict: Verdict) => items.filter((item) => item.verdict === verdict).length;
  const sum = `${count("passed")} passed, ${count("warning")} warnings, ${count("failed")} failed, ${count("not-applicable")} not applicable`;
  return [...lines, `${tool} ${passed ? "passed" : "failed"}: ${sum}.`].join("\n");
}
