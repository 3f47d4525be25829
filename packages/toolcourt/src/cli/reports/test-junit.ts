import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type {
  ProbeTally,
  TestedTool,
  TestFinding,
  TestReport,
} from "../../authoring/probing/report.ts";
import { type ProbeKind, probeTitles } from "../../authoring/probing/report.ts";
import { count } from "../style.ts";
import { type JunitCase, junitXml } from "./junit-xml.ts";

/** Writes JUnit XML. The server is a suite, and each probe of a tool is a case. */
export function reportTestJunit(report: TestReport): string {
  const { server, seed, label, findings, tools, durationMs } = report;
  const cases = [
    ...(["start", "list"] as const).map((kind) =>
      caseOf({ group: server, kind, findings: findings.filter(({ probe }) => probe === kind) }),
    ),
    ...tools.flatMap((tool) => casesOf(tool, `${server}.${tool.name}`)),
  ];
  const properties = { server: label, seed: String(seed) };
  return junitXml([{ name: server, cases, timeMs: durationMs, properties }]);
}

function casesOf({ skipped, probes, findings }: TestedTool, group: string): readonly JunitCase[] {
  const tried = new Set(probes.map(({ kind }) => kind));
  // Passive findings belong to a probe too, even to one without calls of its own.
  const others = new Set(findings.map(({ probe }) => probe).filter((kind) => !tried.has(kind)));
  const tallies: readonly ProbeTally[] = [
    ...probes,
    ...[...others].map((kind) => ({ kind, calls: 0 })),
  ];
  const cases = tallies.map(({ kind, leftOut }) =>
    caseOf({
      group,
      kind,
      findings: findings.filter(({ probe }) => probe === kind),
      ...(leftOut !== undefined && { leftOut }),
    }),
  );
  if (skipped === undefined) return cases;
  const name = cases.length === 0 ? "the tool" : "the rest";
  return [...cases, { group, name, skipped: skipped.message }];
}

interface Tried {
  readonly group: string;
  readonly kind: ProbeKind;
  readonly findings: readonly TestFinding[];
  readonly leftOut?: string;
}

function caseOf({ group, kind, findings, leftOut }: Tried): JunitCase {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const message = `${count(errors.length, "error")}: ${rulesOf(errors)}`;
  const isSkipped = leftOut !== undefined && findings.length === 0;
  return {
    group,
    name: probeTitles[kind],
    ...(errors.length > 0 && { failure: { message, lines: errors.flatMap(linesOf) } }),
    ...(isSkipped && { skipped: leftOut }),
    notes: warnings.flatMap(linesOf),
  };
}

function rulesOf(findings: readonly TestFinding[]): string {
  return [...new Set(findings.map(({ rule }) => rule))].join(", ");
}

function linesOf(finding: TestFinding): readonly string[] {
  const { severity, rule, pointer = "", expected, got, input, repeat } = finding;
  return [
    `${severity} ${rule}${pointer === "" ? "" : ` at ${pointer}`}`,
    `  expected ${expected}`,
    `  got ${got}`,
    ...(input === undefined ? [] : [`  input ${printableJson(input)}`]),
    `  again: ${repeat}`,
  ];
}
