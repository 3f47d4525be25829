import { summaryOf, type TestReport } from "../../authoring/probing/report.ts";
import { count } from "../style.ts";

/** `unfinished`: no error, but the server disappeared or no tool could be called. */
export function testVerdict(report: TestReport): "passed" | "failed" | "unfinished" {
  const { errors, tested } = summaryOf(report);
  if (errors > 0) return "failed";
  const isGone = report.tools.some(({ skipped }) => skipped?.reason === "server-gone");
  return isGone || tested === 0 ? "unfinished" : "passed";
}

/** Formats the verdict as one sentence. */
export function verdictSentence(report: TestReport): string {
  const { errors, warnings, tested } = summaryOf(report);
  const found = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ].join(" and ");
  const sentences = {
    failed: `Failed: ${found}.`,
    passed: found === "" ? "Passed." : `Passed, with ${found}.`,
    unfinished: tested === 0 ? "Nothing was called." : "Not finished: the server went away.",
  };
  return sentences[testVerdict(report)];
}
