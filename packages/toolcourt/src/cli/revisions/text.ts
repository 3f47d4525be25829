import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import type { RevisionFinding } from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { createPaint } from "../style.ts";
import { indent, wrap } from "../wrap.ts";
import { type DiffReport, type DiffReporter, totalOf } from "./show.ts";
import { type ShownPart, type ShownTool, shownTools } from "./shown-tool.ts";

/** The output that lines are formatted for. */
export interface Page {
  readonly paint: ReturnType<typeof createPaint>;
  readonly columns: number;
}

const narrowest = 40;

/** Writes a report for people: per tool the changes, their witnesses and the next step. */
export const diffText: DiffReporter = (report, terminal) => {
  const paint = createPaint(terminal);
  const page = { paint, columns: Math.max(narrowest, Math.min(terminal.columns, 100)) };
  const tools = shownTools(report).map((tool) =>
    [headOf(tool, page), ...toolLines(tool, page), ""].join("\n"),
  );
  return [...tools, ...renameLines(report, page), ...closing(report, page)].join("\n");
};

function headOf(tool: ShownTool, { paint }: Page): string {
  return `${paint("bold", printable(tool.name))}  ${paint(colorOf(tool), tool.change)}`;
}

function toolLines(tool: ShownTool, page: Page): readonly string[] {
  return [
    ...tool.parts.flatMap((part) => partLines(part, page)),
    ...tool.findings.flatMap((finding) => findingLines(finding, page)),
  ];
}

function colorOf({ isSerious, fate }: ShownTool): "red" | "yellow" | "green" {
  if (isSerious) return "red";
  return fate === "added" || fate === "removed" ? "yellow" : "green";
}

/** Formats one change with its pointer and witness. */
export function partLines(part: ShownPart, page: Page): readonly string[] {
  const { change, isSerious, message, pointer, whose, witness } = part;
  const place = `at ${printable(pointer)}${whose}`;
  const shown = witness === undefined ? [] : [`${witness.is}:`, `  ${witness.text}`];
  const label = page.paint(isSerious ? "red" : "dim", change);
  return [
    ...lines(`${label}: ${render(message, inQuotes)}`, page, "  "),
    ...indent([page.paint("dim", place), ...shown], "    "),
  ];
}

function findingLines(finding: RevisionFinding, page: Page): readonly string[] {
  const { rule, severity, message } = finding;
  const label = page.paint(severity === "error" ? "red" : "yellow", severity);
  return lines(`${label}: ${rule}: ${render(message, inQuotes)}`, page, "  ");
}

function lines(text: string, { columns }: Page, by: string): readonly string[] {
  const [first = "", ...rest] = wrap(text, columns - by.length - 2);
  return indent([first, ...indent(rest)], by);
}

function inQuotes(text: string): string {
  return `\`${printable(text)}\``;
}

function renameLines({ renames }: DiffReport, page: Page): readonly string[] {
  if (renames.length === 0) return [];
  const found = renames.flatMap(({ from, to }) =>
    lines(`${inQuotes(from)} may be called ${inQuotes(to)} now.`, page, "  "),
  );
  return [page.paint("bold", "Renamed, by the looks of it"), ...found, ""];
}

function closing(report: DiffReport, { paint, columns }: Page): readonly string[] {
  const total = paint("bold", totalOf(report));
  const rule = report.tools.flatMap(({ findings }) => findings)[0]?.rule;
  if (rule === undefined) return [total];
  return [total, ...wrap(`What a rule wants, and why: toolcourt rules ${rule}`, columns)];
}
