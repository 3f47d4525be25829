import { createHash } from "node:crypto";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { findingsOf, type TestFinding, type TestReport } from "../../authoring/probing/report.ts";
import { type TestRuleId, testRules } from "../../authoring/probing/rules.ts";
import { type SarifResult, sarifLog } from "./sarif-log.ts";

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
export function reportTestSarif(report: TestReport): string {
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
