import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Report, ReportedFinding, ReportedRule } from "./report.ts";
import { type Verdict, verdictLine } from "./verdict.ts";

/** Writes SARIF 2.1.0 for code scanning. */
export function sarif(report: Pick<Report, "rules" | "findings" | "verdict">): string {
  const { rules, findings, verdict } = report;
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return printableJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "toolcourt", semanticVersion: version, rules: rules.map(ruleOf) },
        },
        ...(verdict.exit === 2 && { invocations: [failedInvocation(verdict)] }),
        columnKind: "utf16CodeUnits",
        results: findings().map((finding) => resultOf(finding, indexes.get(finding.rule))),
      },
    ],
  });
}

/** Without it, a run that judged nothing would look like one without findings. */
function failedInvocation(verdict: Verdict): object {
  const message = { text: printable(verdictLine(verdict)) };
  return {
    executionSuccessful: false,
    exitCode: verdict.exit,
    toolExecutionNotifications: [
      { level: "error", descriptor: { id: `toolcourt/${verdict.kind}` }, message },
    ],
  };
}

function ruleOf({ id, summary, why, requirements, helpUri }: ReportedRule): object {
  return {
    id,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: oneLine(why) },
    help: { text: `${oneLine(why)} More: toolcourt rules ${id}` },
    helpUri,
    properties: { tags: requirements },
  };
}

function resultOf(finding: ReportedFinding, ruleIndex: number | undefined): object {
  const { rule, severity, subject, pointer, message, file, fingerprint } = finding;
  const { line, column } = finding.position ?? { line: 1, column: 1 };
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: printable(`${subject}: ${message}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column },
        },
        logicalLocations: [{ fullyQualifiedName: printable(`${subject}${pointer}`) }],
      },
    ],
    partialFingerprints: fingerprint && { "toolcourtFinding/v1": fingerprint },
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Encodes a path as a URI reference that cannot be read as anything else. */
function uriOf(file: string): string {
  const path = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${path}` : path;
}
