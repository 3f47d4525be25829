import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import { isSerious, type RevisionFinding } from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type DiffReport,
  type ShownPart,
  type ShownTool,
  shownTools,
  totalOf,
} from "../../reports/revisions.ts";
import { count } from "../../style.ts";

/** A GitHub comment holds 65,536 characters. The remainder is counted. */
const maxCharacters = 60_000;

/** Writes a pull request comment: a summary line, a table, and details per tool. */
export function markdown(report: DiffReport): string {
  const shown = shownTools(report);
  const head = [
    "## Tool contracts",
    "",
    verdictOf(report),
    "",
    `${totalOf(report)} Compared ${code(report.before)} with ${code(report.after)}.`,
  ];
  const blocks = shown.length === 0 ? [] : fitting(shown, report);
  return [...head, ...blocks].join("\n");
}

function verdictOf({ tools }: DiffReport): string {
  const serious = tools.filter(isSerious).length;
  return serious === 0
    ? "**Nothing breaks.**"
    : `**${count(serious, "tool")} to look at before this is merged.**`;
}

function fitting(shown: readonly ShownTool[], report: DiffReport): readonly string[] {
  const rows = shown.map(rowOf);
  const table = cutTo(rows, maxCharacters / 2, "| and {} more | | |");
  const details = cutTo(shown.flatMap(detailOf), maxCharacters / 2, "\n_And {} more._");
  const tabled = ["", "| Tool | Change | Rules |", "| --- | --- | --- |", ...table];
  return [...tabled, ...renamesOf(report), ...details];
}

/** Keeps as many texts as fit, and appends the number left out. */
function cutTo(texts: readonly string[], most: number, left: string): readonly string[] {
  let size = 0;
  const end = texts.findIndex((text) => {
    size += text.length + 1;
    return size > most;
  });
  if (end === -1) return texts;
  return [...texts.slice(0, end), left.replace("{}", String(texts.length - end))];
}

function rowOf(tool: ShownTool): string {
  const mark = tool.isSerious ? "**" : "";
  const rules = tool.findings.map(({ rule }) => `\`${rule}\``).join(", ");
  return `| ${code(tool.name)} | ${mark}${tool.change}${mark} | ${rules} |`;
}

function detailOf({ name, change, parts, findings }: ShownTool): readonly string[] {
  if (parts.length + findings.length === 0) return [];
  const lines = [
    "",
    `### ${code(name)}: ${change}`,
    "",
    ...parts.flatMap(partLines),
    ...findings.map(findingLine),
  ];
  return [lines.join("\n")];
}

function partLines({ change, message, pointer, whose, witness }: ShownPart): readonly string[] {
  const line = `- ${change}: ${render(message, code)} (${code(pointer)}${whose})`;
  if (witness === undefined) return [line];
  return [line, `  - ${witness.is}: ${code(witness.text)}`];
}

function findingLine({ rule, severity, message }: RevisionFinding): string {
  return `- ${severity} \`${rule}\`: ${render(message, code)}`;
}

function renamesOf({ renames }: DiffReport): readonly string[] {
  const lines = renames.map(({ from, to }) => `- ${code(from)} may be called ${code(to)} now.`);
  return lines.length === 0 ? [] : ["", "Probably renamed:", "", ...lines];
}

/**
 * Puts upstream text into a code span. There it cannot become Markdown, HTML, a mention or a link.
 * Backticks and pipes become escapes, because code spans and table cells treat backslashes
 * differently.
 */
function code(text: string): string {
  const shown = printable(text).replaceAll("`", "\\u{60}").replaceAll("|", "\\u{7c}");
  return `\`${shown.trim() === "" ? "(blank)" : shown}\``;
}
