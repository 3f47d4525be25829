import { count, indent } from "../style.ts";
import { foreign } from "./markup.ts";
import {
  isError,
  type Report,
  type ReportedCase,
  type ReportedFinding,
  type ReportedSuite,
} from "./report.ts";
import { type Verdict, verdictLine } from "./verdict.ts";

/** Writes JUnit XML as most CI systems read it. */
export function junit({ suites, verdict }: Pick<Report, "suites" | "verdict">): string {
  const written = suites();
  const cases = written.flatMap((suite) => suite.cases);
  const isMissing = verdict.exit === 2;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="toolcourt" ${counts(cases, isMissing ? 1 : 0)}>`,
    ...written.flatMap(suiteLines),
    ...(isMissing ? missingLines(verdict) : []),
    "</testsuites>",
  ].join("\n");
}

function counts(cases: readonly ReportedCase[], errors = 0): string {
  const failures = cases.filter(({ findings }) => findings.some(isError)).length;
  return `tests="${cases.length + errors}" failures="${failures}" errors="${errors}"`;
}

/** A missing judgment is a case that could not run: an empty file of cases would count as a pass. */
function missingLines(verdict: Verdict): readonly string[] {
  return [
    `  <testsuite name="toolcourt" ${counts([], 1)}>`,
    '    <testcase classname="toolcourt" name="the judgment">',
    `      <error message=${quoted(verdictLine(verdict))} type=${quoted(verdict.kind)}/>`,
    "    </testcase>",
    "  </testsuite>",
  ];
}

function suiteLines({ name, cases, timeMs, properties = {} }: ReportedSuite): readonly string[] {
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const given = Object.entries(properties).map(
    ([key, value]) => `      <property name=${quoted(key)} value=${quoted(value)}/>`,
  );
  return [
    `  <testsuite name=${quoted(name)} ${counts(cases)}${skipped === 0 ? "" : ` skipped="${skipped}"`}${seconds(timeMs)}>`,
    ...(given.length === 0 ? [] : ["    <properties>", ...given, "    </properties>"]),
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
}

function caseLines(each: ReportedCase): readonly string[] {
  const file = each.file === undefined ? "" : ` file=${quoted(each.file)}`;
  const open = `    <testcase classname=${quoted(each.group)} name=${quoted(each.name)}${file}`;
  const inside = insideLines(each);
  return inside.length === 0 ? [`${open}/>`] : [`${open}>`, ...inside, "    </testcase>"];
}

function insideLines({ file, skipped, findings }: ReportedCase): readonly string[] {
  const errors = findings.filter(isError);
  const others = findings.filter((each) => !isError(each));
  const rules = [...new Set(errors.map(({ rule }) => rule))].join(", ");
  // A file can break many rules, and their names would fill the line.
  const message = `${count(errors.length, "error")}${file === undefined ? `: ${rules}` : ""}`;
  return [
    ...(skipped === undefined ? [] : [`      <skipped message=${quoted(skipped)}/>`]),
    ...(errors.length === 0
      ? []
      : [`      <failure message=${quoted(message)} type="finding">${body(errors)}</failure>`]),
    ...(others.length === 0 ? [] : [`      <system-out>${body(others)}</system-out>`]),
  ];
}

function body(findings: readonly ReportedFinding[]): string {
  return findings.flatMap(linesOf).map(foreign).join("\n");
}

function linesOf({
  severity,
  rule,
  pointer,
  message,
  evidence,
}: ReportedFinding): readonly string[] {
  if (evidence === undefined) return [`${severity} ${rule} ${pointer} ${message}`];
  const place = pointer === "" ? "" : ` at ${pointer}`;
  return [`${severity} ${rule}${place}`, ...indent(evidence)];
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? "" : ` time="${(ms / 1_000).toFixed(3)}"`;
}

function quoted(text: string): string {
  return `"${foreign(text)}"`;
}
