import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";

export interface SarifRule {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  readonly requirements: readonly string[];
  /** A public page about the rule. */
  readonly helpUri?: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: "error" | "warning";
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The server, the tool and the pointer. */
  readonly place: string;
  /** Stable across runs for the same finding. */
  readonly fingerprint?: string;
}

/** Writes SARIF 2.1.0 for code scanning. */
export function sarifLog(rules: readonly SarifRule[], results: readonly SarifResult[]): string {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return printableJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "toolcourt", semanticVersion: version, rules: rules.map(describeRule) },
        },
        columnKind: "utf16CodeUnits",
        results: results.map((result) => describeResult(result, indexes.get(result.rule))),
      },
    ],
  });
}

function describeRule({ id, summary, why, requirements, helpUri }: SarifRule): object {
  return {
    id,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: oneLine(why) },
    help: { text: `${oneLine(why)} More: toolcourt rules ${id}` },
    helpUri,
    properties: { tags: requirements },
  };
}

function describeResult(result: SarifResult, ruleIndex: number | undefined): object {
  const { rule, level, message, file, line, column, place, fingerprint } = result;
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: printable(message) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column },
        },
        logicalLocations: [{ fullyQualifiedName: printable(place) }],
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
