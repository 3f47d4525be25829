import { type Phrase, render } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  type Fate,
  isSerious as isSeriousTool,
  type RevisedPart,
  type RevisedTool,
  type Revision,
  type RevisionFinding,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { JsonValue } from "@toolcourt/sdk";
import type { Terminal } from "../command.ts";
import { count, createPaint, indent, wrap } from "../style.ts";
import { suggested } from "../suggest.ts";

/** The input of every comparison report. */
export interface DiffReport extends Revision {
  /** Labels of the two sides. */
  readonly before: string;
  readonly after: string;
  /** Whether server names are meaningful. Otherwise reports leave them out. */
  readonly isServerKnown: boolean;
}

/** Names of the fates, in the order of reports. */
const fateWords: Readonly<Record<Fate, string>> = {
  widening: "widening privilege",
  breaking: "breaking",
  unproven: "may break",
  removed: "removed",
  added: "added",
  compatible: "compatible",
  cosmetic: "cosmetic",
  none: "unchanged",
};

/** `3 tools: 1 breaking, 2 unchanged.` */
export function totalOf({ tools }: Revision): string {
  const parts = Object.entries(fateWords).flatMap(([fate, word]) => {
    const number = tools.filter((tool) => tool.fate === fate).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return parts.length === 0 ? "No tools." : `${count(tools.length, "tool")}: ${parts.join(", ")}.`;
}

/** A tool prepared for display. Its name and quoted values are not escaped yet. */
export interface ShownTool {
  readonly name: string;
  readonly fate: Fate;
  /** The fate in words. */
  readonly change: string;
  readonly isSerious: boolean;
  readonly parts: readonly ShownPart[];
  readonly findings: readonly RevisionFinding[];
}

export interface ShownPart extends Pick<RevisedPart, "pointer"> {
  readonly change: string;
  readonly isSerious: boolean;
  readonly message: Phrase;
  /** Suffix after the pointer. */
  readonly whose: "" | " of the old version";
  /** The witness on one line, and its kind. */
  readonly witness?: { readonly is: string; readonly text: string };
}

/** Returns the tools with changes or findings. */
export function shownTools(report: DiffReport): readonly ShownTool[] {
  return report.tools
    .filter(({ fate, findings }) => fate !== "none" || findings.length > 0)
    .map((tool) => shownTool(tool, report));
}

function shownTool(tool: RevisedTool, { isServerKnown }: DiffReport): ShownTool {
  const { server, name, fate, parts, findings } = tool;
  return {
    name: isServerKnown ? `${server}/${name}` : name,
    fate,
    change: fateWords[fate],
    isSerious: isSeriousTool(tool),
    parts: parts.map(shownPart),
    findings,
  };
}

const serious: ReadonlySet<RevisedPart["kind"]> = new Set(["breaking", "widening", "unproven"]);

export function shownPart({ kind, pointer, version, message, witness }: RevisedPart): ShownPart {
  return {
    change: fateWords[kind],
    isSerious: serious.has(kind),
    message,
    pointer,
    whose: version === "old" ? " of the old version" : "",
    ...(witness && { witness: { is: witnessWords[witness.side], text: onOneLine(witness.value) } }),
  };
}

const witnessWords = {
  input: "Was accepted, is refused now",
  output: "Could not come before, can now",
} as const;

const maxWitnessLength = 400;

/** Formats a value on one line, truncated and escaped as untrusted text. */
function onOneLine(value: JsonValue): string {
  const text = printable(JSON.stringify(value));
  if (text.length <= maxWitnessLength) return text;
  return `${text.slice(0, maxWitnessLength)}… (${text.length.toLocaleString("en-US")} characters)`;
}

/** The output that lines are formatted for. */
export interface Page {
  readonly paint: ReturnType<typeof createPaint>;
  readonly columns: number;
}

const minColumns = 40;

/** Writes a report for people: per tool the changes, their witnesses and the next step. */
export function revisionText(report: DiffReport, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const page = { paint, columns: Math.max(minColumns, Math.min(terminal.columns, 100)) };
  const tools = shownTools(report).map((tool) =>
    [headOf(tool, page), ...toolLines(tool, page), ""].join("\n"),
  );
  return [...tools, ...renameLines(report, page), ...closing(report, page, terminal)].join("\n");
}

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
  return [page.paint("bold", "Probably renamed"), ...found, ""];
}

function closing(
  report: DiffReport,
  { paint, columns }: Page,
  terminal: Terminal,
): readonly string[] {
  const total = paint("bold", totalOf(report));
  const rule = report.tools.flatMap(({ findings }) => findings)[0]?.rule;
  if (rule === undefined) return [total];
  return [
    total,
    ...wrap(`To explain a rule: ${suggested(`toolcourt rules ${rule}`, terminal)}`, columns),
  ];
}
