import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { PlannedTool } from "../../../authoring/probing/plan-test.ts";
import {
  findingsOf,
  probeTitles,
  summaryOf,
  type TestedTool,
  type TestFinding,
  type TestReport,
} from "../../../authoring/probing/report.ts";
import type { Terminal } from "../../command.ts";
import { nextStep } from "../../reports/report.ts";
import { testVerdict, verdictLine } from "../../reports/verdict.ts";
import { count, createPaint } from "../../style.ts";
import { suggested } from "../../suggest.ts";

/**
 * Writes a report for people: per tool the findings, their input and the command to reproduce them.
 */
export function testText(report: TestReport, terminal: Terminal): string {
  const server = report.findings.flatMap((finding) => describe(finding, terminal));
  const tools = report.tools.flatMap((tool) => describeTool(tool, terminal));
  return [...server, ...tools, "", ...closing(report, terminal)].join("\n");
}

function describeTool(tool: TestedTool, terminal: Terminal): readonly string[] {
  const paint = createPaint(terminal);
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
  return [head, ...tool.findings.flatMap((finding) => describe(finding, terminal))];
}

function describe(finding: TestFinding, terminal: Terminal): readonly string[] {
  const paint = createPaint(terminal);
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
    `    again     ${printable(suggested(repeat, terminal))}`,
  ];
}

const maxLength = 300;

function short(text: string): string {
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength)}… (${text.length} characters)`;
}

function closing(report: TestReport, terminal: Terminal): readonly string[] {
  const { tools, tested, calls, errors, warnings } = summaryOf(report);
  const seconds = (report.durationMs / 1_000).toFixed(1);
  const total = `${count(tools, "tool")}: ${tested} called, ${tools - tested} not. ${count(calls, "call")} in ${seconds} s. ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  return [
    createPaint(terminal)("bold", total),
    `Seed ${report.seed}: the same inputs again with --seed ${report.seed}`,
    ...nextStep(findingsOf(report), terminal),
    suggested(verdictLine(testVerdict(report)), terminal),
  ];
}

/** Writes the planned calls for people. */
export function testPlanText(planned: readonly PlannedTool[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  const lines = planned.flatMap(({ name, effect = "write", skipped, inputs }) => {
    const shown = paint("bold", name === "" ? "(no name)" : printable(name));
    if (skipped !== undefined) {
      return [`${shown}  ${paint("dim", `would not be called: ${skipped.message}`)}`];
    }
    const sum = inputs.reduce((before, each) => before + each.inputs, 0);
    const head = `${shown}  ${effect}  ${count(sum, "input")}`;
    return [
      head,
      ...inputs.map((each) => `  ${String(each.inputs).padStart(4)}  ${probeTitles[each.kind]}`),
    ];
  });
  const called = planned.filter(({ skipped }) => skipped === undefined).length;
  const total = `${count(planned.length, "tool")}: ${called} would be called, ${planned.length - called} not. Nothing was called.`;
  return [...lines, "", paint("bold", total)].join("\n");
}
