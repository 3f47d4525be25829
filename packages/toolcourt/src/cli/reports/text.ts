import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Judged, Report, Reporter } from "../report.ts";
import { count, createPaint } from "../style.ts";

type Paint = ReturnType<typeof createPaint>;

/** Further places of one rule in one tool are counted, not listed. */
const shownPlaces = 3;

/** Writes a report for people: per tool the findings, their positions and the next command. */
export const reportText: Reporter = (report, terminal) => {
  const paint = createPaint(terminal);
  const tools = report.judged.map((judged) => describeTool(judged, paint).join("\n"));
  return [...tools, "", ...closing(report, paint)].join("\n");
};

function describeTool(judged: Judged, paint: Paint): readonly string[] {
  const { callable, findings } = judged;
  const verdict = callable ? paint("green", "callable") : paint("red", "not callable");
  const head = `${paint("bold", nameOf(judged))}  ${verdict}`;
  if (findings.length === 0) return [head];
  const inOrder = [...findings.filter(isError), ...findings.filter((each) => !isError(each))];
  const groups = [...Map.groupBy(inOrder, ({ rule }) => rule).values()];
  const width = Math.max(...groups.map(([first]) => first?.rule.length ?? 0));
  return [head, ...groups.flatMap((group) => describeGroup(group, width, paint))];
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

function nameOf({ server, name }: Judged): string {
  return `${printable(server)}/${name === "" ? "(no name)" : printable(name)}`;
}

function describeGroup(group: readonly Finding[], width: number, paint: Paint): readonly string[] {
  const lines = group.slice(0, shownPlaces).map(({ severity, rule, pointer, message }) => {
    const label = paint(severity === "error" ? "red" : "yellow", severity.padEnd(7));
    const place = pointer === "" ? "" : `${printable(pointer)}  `;
    return `  ${label}  ${rule.padEnd(width)}  ${place}${printable(message)}`;
  });
  const more = group.length - shownPlaces;
  const folded = `  ${" ".repeat(7)}  ${" ".repeat(width)}  and ${more} more like this`;
  return more > 0 ? [...lines, paint("dim", folded)] : lines;
}

function closing({ summary, judged }: Report, paint: Paint): readonly string[] {
  const { tools, callable, errors, warnings } = summary;
  const total = `${count(tools, "tool")}: ${callable} callable, ${tools - callable} not callable. ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  const worst = judged.flatMap(({ findings }) => findings);
  const first = worst.find(isError) ?? worst[0];
  if (first === undefined) return [paint("bold", total)];
  return [
    paint("bold", total),
    "A tool with an error is not callable: every call to it is refused. A warning refuses nothing.",
    `What a rule wants, and why: toolcourt rules ${first.rule}`,
  ];
}
