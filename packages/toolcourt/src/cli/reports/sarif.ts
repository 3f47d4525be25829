import type { Judged, Reporter } from "../report.ts";
import { type SarifResult, sarifLog } from "./sarif-log.ts";

/** Writes SARIF 2.1.0 for code scanning. */
export const reportSarif: Reporter = ({ judged, rules }) =>
  sarifLog(rules, judged.flatMap(resultsOf));

function resultsOf({ server, name, file, findings, locate }: Judged): readonly SarifResult[] {
  const positions = locate(findings.map(({ pointer }) => pointer));
  return findings.map(({ rule, severity, pointer, message }) => ({
    rule,
    level: severity,
    message: `${server}/${name}: ${message}`,
    file,
    ...(positions.get(pointer) ?? { line: 1, column: 1 }),
    place: `${server}/${name}${pointer}`,
  }));
}
