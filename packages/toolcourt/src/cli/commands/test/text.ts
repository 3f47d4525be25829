import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  findingsOf,
  summaryOf,
  type TestedTool,
  type TestFinding,
  type TestReport,
} from "../../../authoring/probing/report.ts";
import { count, createPaint } from "../../style.ts";
import type { Terminal } from "../../terminal.ts";

type Paint = ReturnType<typeof createPaint>;

/**
 * Writes a report for people: per tool the findings, their input and the command to reproduce them.
 */
export function testText(report: TestReport, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const server = report.findings.flatMap((finding) => describe(finding, paint));
  const tools = report.tools.flatMap((tool) => describeTool(tool, paint));
  return [...server, ...tools, "", ...closing(report, paint)].join("\n");
}

function describeTool(tool: TestedTool, paint: Paint): readonly string[] {
  const name = paint("bold", tool.name === "" ? "(no name)" : printable(tool.name));
  if (tool.calls === 0 && tool.skipped !== undefined) {
    return [`${name}  ${paint("dim", `not called: ${tool.skipped.message}`)}`];
  }
  const verdict =
    tool.findings.length === 0
      ? paint("green", "fine")
      : paint("red", count(tool.findings.length, "finding"));
  const cut = tool.skipped === undefined ? "" : `  ${tool.skipped.message}`;
  const head = `${name}  ${verdict}  ${count(tool.calls, "call")}${cut}`;
  return [head, ...tool.findings.flatMap((finding) => describe(finding, paint))];
}

function describe(finding: TestFinding, paint: Paint): readonly string[] {
  const { rule, severity, expected, got, pointer, input, shrunkFrom, repeat, alike } = finding;
  const label = paint(severity === "error" ? "red" : "yellow", severity);
  const place = pointer === undefined || pointer === "" ? "" : ` at ${printable(pointer)}`;
  const times = alike === 0 ? "" : `, and ${count(alike, "other input")} like it`;
  return [
    `  ${label}  ${rule}${place}`,
    `    expected  ${printable(expected)}`,
    `    got       ${printable(got)}${times}`,
    ...(input === undefined ? [] : [`    input     ${short(printableJson(input))}`]),
    ...(shrunkFrom === undefined
      ? []
      : [paint("dim", `    made smaller from ${short(printableJson(shrunkFrom))}`)]),
    `    again     ${printable(repeat)}`,
  ];
}

const longest = 300;

function short(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function closing(report: TestReport, paint: Paint): readonly string[] {
  const { tools, tested, calls, errors, warnings } = summaryOf(report);
  const seconds = (report.durationMs / 1_000).toFixed(1);
  const total = `${count(tools, "tool")}: ${tested} called, ${tools - tested} not. ${count(calls, "call")} in ${seconds} s. ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  const [first] = findingsOf(report).toSorted(bySeverity);
  return [
    paint("bold", total),
    `Seed ${report.seed}: the same inputs again with --seed ${report.seed}`,
    ...(first === undefined ? [] : [`What a rule wants, and why: toolcourt rules ${first.rule}`]),
  ];
}

function bySeverity(one: TestFinding, other: TestFinding): number {
  return Number(other.severity === "error") - Number(one.severity === "error");
}
