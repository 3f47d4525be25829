import { createHash } from "node:crypto";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  findingsOf,
  probeTitles,
  summaryOf,
  type TestedTool,
  type TestFinding,
  type TestReport,
} from "../../../authoring/probing/report.ts";
import { type TestRuleId, testRules } from "../../../authoring/probing/rules.ts";
import type { Report, ReportedCase, ReportedFinding } from "../../reports/report.ts";
import { testVerdict } from "../../reports/verdict.ts";
import { testText } from "./text.ts";

/** Reports a test. The server takes the place of the file. */
export function reportTest(tested: TestReport): Omit<Report, "total" | "compared"> {
  const { server, label, seed, durationMs } = tested;
  const verdict = testVerdict(tested);
  const properties = { server: label, seed: String(seed) };
  return {
    text: (terminal) => testText(tested, terminal),
    json: () => ({ ...tested, summary: summaryOf(tested), verdict }),
    findings: () => fingerprinted(tested),
    rules: testRules.map((rule) => ({ ...rule, helpUri: pages[rule.id] })),
    suites: () => [{ name: server, cases: casesOf(tested), timeMs: durationMs, properties }],
    verdict,
    tested,
  };
}

/** Each probe of the server and of a tool is a case. */
function casesOf(tested: TestReport): readonly ReportedCase[] {
  const { server, findings, tools } = tested;
  const probes = (["start", "list"] as const).map((kind) => ({ kind, calls: 0 }));
  return [
    ...probeCases({ probes, findings }, server, tested),
    ...tools.flatMap((tool) => toolCases(tool, tested)),
  ];
}

function toolCases(tool: TestedTool, tested: TestReport): readonly ReportedCase[] {
  const { name, skipped, findings } = tool;
  const group = `${tested.server}.${name}`;
  const tried = new Set(tool.probes.map(({ kind }) => kind));
  // Passive findings belong to a probe too, even to one without calls of its own.
  const others = new Set(findings.map(({ probe }) => probe)).difference(tried);
  const probes = [...tool.probes, ...[...others].map((kind) => ({ kind, calls: 0 }))];
  const cases = probeCases({ probes, findings }, group, tested);
  if (skipped === undefined) return cases;
  const rest = cases.length === 0 ? "the tool" : "the rest";
  return [...cases, { group, name: rest, findings: [], skipped: skipped.message }];
}

function probeCases(
  { probes, findings }: Pick<TestedTool, "probes" | "findings">,
  group: string,
  tested: TestReport,
): readonly ReportedCase[] {
  return probes.map(({ kind, leftOut }) => {
    const found = findings.filter(({ probe }) => probe === kind);
    return {
      group,
      name: probeTitles[kind],
      findings: found.map((finding) => findingOf(finding, tested)),
      skipped: found.length === 0 ? leftOut : undefined,
    };
  });
}

function findingOf(finding: TestFinding, { server, label }: TestReport): ReportedFinding {
  const { rule, severity, tool, pointer = "", expected, got, repeat } = finding;
  const input = finding.input === undefined ? undefined : printableJson(finding.input);
  const by = input === undefined ? "" : ` Input: ${input}.`;
  return {
    rule,
    severity,
    subject: tool === "" ? server : `${server}/${tool}`,
    pointer,
    message: `expected ${expected}, got ${got}.${by} Again: ${repeat}`,
    evidence: [
      `expected ${expected}`,
      `got ${got}`,
      ...(input === undefined ? [] : [`input ${input}`]),
      `again: ${repeat}`,
    ],
    file: label,
  };
}

function fingerprinted(tested: TestReport): readonly ReportedFinding[] {
  const seen = new Map<string, number>();
  return findingsOf(tested).map((finding) => {
    const key = keyOf(tested.server, finding);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return { ...findingOf(finding, tested), fingerprint: digest(`${key} ${before}`) };
  });
}

/** Returns a stable key. It excludes the seed and the input, which differ in every run. */
function keyOf(server: string, { tool, rule, pointer = "" }: TestFinding): string {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  return JSON.stringify([server, tool, rule, place]);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

const specification = "https://modelcontextprotocol.io/specification/2025-11-25";

/**
 * Pages of the protocol that demand the behavior. `toolcourt rules` explains requirements beyond
 * it.
 */
const pages: Readonly<Partial<Record<TestRuleId, string>>> = {
  "test/valid-refused": `${specification}/server/tools#tool`,
  "test/invalid-accepted": `${specification}/server/tools#security-considerations`,
  "test/unknown-accepted": `${specification}/server/tools#security-considerations`,
  "test/output-missing": `${specification}/server/tools#output-schema`,
  "test/output-nonconformant": `${specification}/server/tools#output-schema`,
  "test/result-malformed": `${specification}/server/tools#tool-result`,
  "test/stack-trace": `${specification}/server/tools#error-handling`,
  "test/protocol-error-malformed": `${specification}/basic#messages`,
  "test/stray-output": `${specification}/basic/transports#stdio`,
  "test/answer-repeated": `${specification}/basic#responses`,
  "test/answer-unasked": `${specification}/basic#responses`,
  "test/refusal-unclear": `${specification}/server/tools#error-handling`,
  "test/cancel-ignored": `${specification}/basic/utilities/cancellation`,
  "test/error-disagrees": `${specification}/server/tools#error-handling`,
  "test/text-disagrees": `${specification}/server/tools#structured-content`,
  "test/list-unstable": `${specification}/server/tools#listing-tools`,
};
