import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  type Fate,
  isSerious,
  type RevisedPart,
  type RevisedTool,
  type Revision,
  type RevisionFinding,
  seriousFates,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Terminal } from "../command.ts";
import { count, createPaint, indent, wrap } from "../style.ts";
import { nextStep } from "./report.ts";

/** The input of every comparison report. */
export interface DiffReport extends Revision {
  /** Labels of the two sides. */
  readonly before: string;
  readonly after: string;
  /** Whether server names are meaningful. Otherwise reports leave them out. */
  readonly isServerKnown: boolean;
}

/** Names of the fates, in the order of reports. */
export const fateWords: Readonly<Record<Fate, string>> = {
  widening: "widening privilege",
  breaking: "breaking",
  unproven: "may break",
  removed: "removed",
  added: "added",
  compatible: "compatible",
  cosmetic: "cosmetic",
  none: "unchanged",
};

/** `2 tools, 1 prompt: 1 breaking, 2 unchanged.` */
export function totalOf({ tools }: Revision): string {
  const parts = Object.entries(fateWords).flatMap(([fate, word]) => {
    const number = tools.filter((tool) => tool.fate === fate).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return parts.length === 0
    ? "Nothing was judged: neither version has a tool."
    : `${countsOf(tools)}: ${parts.join(", ")}.`;
}

/** Prompts and templates are compared as tools, under names that no tool has. */
function countsOf(tools: readonly RevisedTool[]): string {
  const kinds = tools.map(({ name }) => /^(?:prompt|template)(?=:)/.exec(name)?.[0] ?? "tool");
  return ["tool", "prompt", "template"]
    .map((kind) => [kind, kinds.filter((each) => each === kind).length] as const)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => count(number, kind))
    .join(", ");
}

/** Returns the tools with changes or findings, by the names that reports show. */
export function shownTools({ tools, isServerKnown }: DiffReport): readonly RevisedTool[] {
  return tools
    .filter(({ fate, findings }) => fate !== "none" || findings.length > 0)
    .map((tool) => (isServerKnown ? { ...tool, name: `${tool.server}/${tool.name}` } : tool));
}

/** Returns the suffix after a pointer. */
export function whose({ version }: RevisedPart): string {
  return version === "old" ? " of the old version" : "";
}

const witnessWords = {
  input: "Was accepted, is refused now",
  output: "Could not come before, can now",
} as const;

const maxWitnessLength = 400;

/** Returns the kind of the witness and its value, truncated and escaped, if there is one. */
export function shownWitness({ witness }: RevisedPart): readonly (readonly [string, string])[] {
  if (witness === undefined) return [];
  const whole = witnessWords[witness.side];
  const is = witness.part === undefined ? whole : `${whole}, as \`${witness.part}\``;
  const text = printable(JSON.stringify(witness.value));
  if (text.length <= maxWitnessLength) return [[is, text]];
  const length = text.length.toLocaleString("en-US");
  return [[is, `${text.slice(0, maxWitnessLength)}… (${length} characters)`]];
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

function headOf(tool: RevisedTool, { paint }: Page): string {
  return `${paint("bold", printable(tool.name))}  ${paint(colorOf(tool), fateWords[tool.fate])}`;
}

function toolLines(tool: RevisedTool, page: Page): readonly string[] {
  return [
    ...tool.parts.flatMap((part) => partLines(part, page)),
    ...tool.findings.flatMap((finding) => findingLines(finding, page)),
  ];
}

function colorOf(tool: RevisedTool): "red" | "yellow" | "green" {
  if (isSerious(tool)) return "red";
  return tool.fate === "added" || tool.fate === "removed" ? "yellow" : "green";
}

/** Formats one change with its pointer and witness. */
export function partLines(part: RevisedPart, page: Page): readonly string[] {
  const place = `at ${printable(part.pointer)}${whose(part)}`;
  const witness = shownWitness(part).flatMap(([is, text]) => [`${is}:`, `  ${text}`]);
  const label = page.paint(seriousFates.has(part.kind) ? "red" : "dim", fateWords[part.kind]);
  return [
    ...lines(`${label}: ${render(part.message, inQuotes)}`, page, "  "),
    ...indent([page.paint("dim", place), ...witness], "    "),
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
  // The most serious tool comes first.
  const first = report.tools.flatMap(({ findings }) => findings).slice(0, 1);
  const next = nextStep(first, terminal).flatMap((line) => wrap(line, columns));
  return [paint("bold", totalOf(report)), ...next];
}
