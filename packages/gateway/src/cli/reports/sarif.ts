import type { Finding, Rule } from "@toolcourt/sdk/rules";
import { version } from "../../kernel/version.ts";
import { printable, printableJson } from "../printable.ts";
import type { Judged, Reporter } from "../report.ts";

/** SARIF 2.1.0, for code scanning. */
export const reportSarif: Reporter = ({ judged, rules }) => {
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
        results: judged.flatMap((each) => resultsOf(each, indexes)),
      },
    ],
  });
};

function describeRule({ id, summary, why, requirements }: Rule): object {
  return {
    id,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: oneLine(why) },
    help: { text: `${oneLine(why)} Examples: toolcourt rules ${id}` },
    properties: { tags: requirements },
  };
}

function resultsOf(judged: Judged, indexes: ReadonlyMap<string, number>): readonly object[] {
  const positions = judged.locate(judged.findings.map(({ pointer }) => pointer));
  return judged.findings.map((finding) => {
    const { line, column } = positions.get(finding.pointer) ?? { line: 1, column: 1 };
    const ruleIndex = indexes.get(finding.rule);
    return {
      ruleId: finding.rule,
      ...(ruleIndex === undefined ? {} : { ruleIndex }),
      level: finding.severity,
      message: { text: messageOf(judged, finding) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(judged.file) },
            region: { startLine: line, startColumn: column },
          },
          logicalLocations: [{ fullyQualifiedName: placeOf(judged, finding) }],
        },
      ],
    };
  });
}

function messageOf({ server, name }: Judged, { message }: Finding): string {
  return printable(`${server}/${name}: ${message}`);
}

function placeOf({ server, name }: Judged, { pointer }: Finding): string {
  return printable(`${server}/${name}${pointer}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** A path as a reference that no reader takes for anything but a path. */
function uriOf(file: string): string {
  const path = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${path}` : path;
}
