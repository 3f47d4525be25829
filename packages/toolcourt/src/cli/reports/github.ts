import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Report, ReportedFinding } from "./report.ts";
import { verdictLine } from "./verdict.ts";

/**
 * Writes GitHub Actions workflow commands, one a finding, and a line with the total. A missing
 * judgment becomes an error of the run.
 */
export function github(report: Pick<Report, "findings" | "total" | "verdict">): string {
  const { findings, total, verdict } = report;
  const missing =
    verdict.exit === 2 ? [`::error title=toolcourt::${data(verdictLine(verdict))}`] : [];
  return [...findings().map(commandOf), ...missing, total].join("\n");
}

function commandOf(finding: ReportedFinding): string {
  const { severity, file, position, rule } = finding;
  const level = severity === "note" ? "notice" : severity;
  const at = position === undefined ? "" : `,line=${position.line},col=${position.column}`;
  return `::${level} file=${property(file)}${at},title=${property(rule)}::${data(textOf(finding))}`;
}

function textOf({ position, subject, pointer, message, evidence = [] }: ReportedFinding): string {
  if (position !== undefined) return `${subject} ${pointer} ${message}`;
  const place = pointer === "" ? [] : [`(${pointer})`];
  return [`${subject}: ${message}`, ...place, ...evidence].join(" ");
}

function data(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
