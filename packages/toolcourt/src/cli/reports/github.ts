import type { Position } from "@toolcourt/contracts/internal/judge/position";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Judged, Reporter } from "../report.ts";
import { count } from "../style.ts";

/** Writes GitHub Actions workflow commands: one annotation per finding, at its line. */
export const reportGithub: Reporter = ({ judged, summary }) => {
  const { tools, callable, errors, warnings } = summary;
  return [
    ...judged.flatMap(annotations),
    `${count(tools, "tool")}: ${callable} callable. ${count(errors, "error")}, ${count(warnings, "warning")}.`,
  ].join("\n");
};

function annotations(judged: Judged): readonly string[] {
  const positions = judged.locate(judged.findings.map(({ pointer }) => pointer));
  return judged.findings.map((finding) =>
    annotation(judged, finding, positions.get(finding.pointer) ?? { line: 1, column: 1 }),
  );
}

function annotation(
  { file, server, name }: Judged,
  { rule, severity, pointer, message }: Finding,
  { line, column }: Position,
): string {
  const place = `file=${property(file)},line=${line},col=${column},title=${property(rule)}`;
  return `::${severity} ${place}::${data(`${server}/${name} ${pointer} ${message}`)}`;
}

function data(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
