import { createHash } from "node:crypto";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  findingsOf,
  type ProbeKind,
  type ProbeTally,
  probeTitles,
  summaryOf,
  type TestedTool,
  type TestFinding,
  type TestReport,
} from "../../../authoring/probing/report.ts";
import { type TestRuleId, testRules } from "../../../authoring/probing/rules.ts";
import type { Terminal } from "../../command.ts";
import { type JunitCase, junitXml } from "../../reports/junit.ts";
import { type SarifResult, sarifLog } from "../../reports/sarif.ts";
import { count } from "../../style.ts";
import { reportTestHtml } from "./html/page.ts";
import { testText } from "./text.ts";

export const testFormats = ["text", "json", "junit", "sarif", "html"] as const;
export type TestFormat = (typeof testFormats)[number];

/** The report formats of `toolcourt test`. */
export const testReporters = {
  text: testText,
  json: (report: TestReport) => printableJson({ ...report, summary: summaryOf(report) }),
  junit,
  sarif,
  html: reportTestHtml,
} satisfies Record<TestFormat, (report: TestReport, terminal: Terminal) => string>;

/** Writes JUnit XML. The server is a suite, and each probe of a tool is a case. */
function junit(report: TestReport): string {
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
    caseOf({ group, kind, leftOut, findings: findings.filter(({ probe }) => probe === kind) }),
  );
  if (skipped === undefined) return cases;
  const name = cases.length === 0 ? "the tool" : "the rest";
  return [...cases, { group, name, skipped: skipped.message }];
}

interface Tried {
  readonly group: string;
  readonly kind: ProbeKind;
  readonly findings: readonly TestFinding[];
  readonly leftOut?: string | undefined;
}

function caseOf({ group, kind, findings, leftOut }: Tried): JunitCase {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const rules = new Set(errors.map(({ rule }) => rule));
  const message = `${count(errors.length, "error")}: ${[...rules].join(", ")}`;
  return {
    group,
    name: probeTitles[kind],
    failure: errors.length > 0 ? { message, lines: errors.flatMap(linesOf) } : undefined,
    skipped: findings.length === 0 ? leftOut : undefined,
    notes: warnings.flatMap(linesOf),
  };
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

const specification = "https://modelcontextprotocol.io/specification/2025-11-25";

/**
 * Pages of the protocol that demand the behavior. `toolcourt rules` explains requirements beyond
 * it.
 */
const pages: Readonly<Partial<Record<TestRuleId, string>>> = {
  "test/valid-refused": "/server/tools#tool",
  "test/invalid-accepted": "/server/tools#security-considerations",
  "test/unknown-accepted": "/server/tools#security-considerations",
  "test/output-missing": "/server/tools#output-schema",
  "test/output-nonconformant": "/server/tools#output-schema",
  "test/result-malformed": "/server/tools#tool-result",
  "test/stack-trace": "/server/tools#error-handling",
  "test/protocol-error-malformed": "/basic#messages",
  "test/stray-output": "/basic/transports#stdio",
  "test/answer-repeated": "/basic#responses",
  "test/answer-unasked": "/basic#responses",
  "test/refusal-unclear": "/server/tools#error-handling",
  "test/cancel-ignored": "/basic/utilities/cancellation",
  "test/error-disagrees": "/server/tools#error-handling",
  "test/text-disagrees": "/server/tools#structured-content",
  "test/list-unstable": "/server/tools#listing-tools",
};

/** Writes SARIF 2.1.0 for code scanning. The server takes the place of the file. */
function sarif(report: TestReport): string {
  const rules = testRules.map((rule) => {
    const page = pages[rule.id];
    return page === undefined ? rule : { ...rule, helpUri: `${specification}${page}` };
  });
  const seen = new Map<string, number>();
  const results = findingsOf(report).map((finding): SarifResult => {
    const key = keyOf(report.server, finding);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return resultOf(report, finding, digest(`${key} ${before}`));
  });
  return sarifLog(rules, results);
}

/** Returns a stable key. It excludes the seed and the input, which differ in every run. */
function keyOf(server: string, { tool, rule, pointer = "" }: TestFinding): string {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  return JSON.stringify([server, tool, rule, place]);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function resultOf(
  { server, label }: TestReport,
  finding: TestFinding,
  fingerprint: string,
): SarifResult {
  const { rule, severity, tool, pointer = "", expected, got, input, repeat } = finding;
  const by = input === undefined ? "" : ` Input: ${printableJson(input)}.`;
  const name = tool === "" ? server : `${server}/${tool}`;
  return {
    rule,
    level: severity,
    message: `${name}: expected ${expected}, got ${got}.${by} Again: ${repeat}`,
    file: label,
    line: 1,
    column: 1,
    place: `${name}${pointer}`,
    fingerprint,
  };
}
