import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  isSerious,
  type RevisedPart,
  type RevisedTool,
  type RevisionFinding,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { count } from "../style.ts";
import type { Report } from "./report.ts";
import {
  type DiffReport,
  fateWords,
  shownTools,
  shownWitness,
  totalOf,
  whose,
} from "./revisions.ts";

/** A GitHub comment holds 65,536 characters. The remainder is counted. */
const maxCharacters = 60_000;

/**
 * Writes a pull request comment on a comparison: a summary line, a table, and details per tool. It
 * needs the quoted parts of messages, which findings no longer tell apart.
 */
export function markdown({ compared }: Pick<Report, "compared">): string {
  const shown = shownTools(compared);
  const head = [
    "## Tool contracts",
    "",
    verdictOf(compared),
    "",
    `${totalOf(compared)} Compared ${code(compared.before)} with ${code(compared.after)}.`,
  ];
  const blocks = shown.length === 0 ? [] : fitting(shown, compared);
  return [...head, ...blocks].join("\n");
}

function verdictOf({ tools }: DiffReport): string {
  if (tools.length === 0) return "**Nothing was judged.**";
  const serious = tools.filter(isSerious).length;
  return serious === 0
    ? "**Nothing breaks.**"
    : `**${count(serious, "tool")} to look at before this is merged.**`;
}

function fitting(shown: readonly RevisedTool[], compared: DiffReport): readonly string[] {
  const rows = shown.map(rowOf);
  const table = cutTo(rows, maxCharacters / 2, "| and {} more | | |");
  const details = cutTo(shown.flatMap(detailOf), maxCharacters / 2, "\n_And {} more._");
  const tabled = ["", "| Tool | Change | Rules |", "| --- | --- | --- |", ...table];
  return [...tabled, ...renamesOf(compared), ...details];
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

function rowOf(tool: RevisedTool): string {
  const mark = isSerious(tool) ? "**" : "";
  const rules = tool.findings.map(({ rule }) => `\`${rule}\``).join(", ");
  return `| ${code(tool.name)} | ${mark}${fateWords[tool.fate]}${mark} | ${rules} |`;
}

function detailOf({ name, fate, parts, findings }: RevisedTool): readonly string[] {
  if (parts.length + findings.length === 0) return [];
  const lines = [
    "",
    `### ${code(name)}: ${fateWords[fate]}`,
    "",
    ...parts.flatMap(partLines),
    ...findings.map(findingLine),
  ];
  return [lines.join("\n")];
}

function partLines(part: RevisedPart): readonly string[] {
  const place = `${code(part.pointer)}${whose(part)}`;
  return [
    `- ${fateWords[part.kind]}: ${render(part.message, code)} (${place})`,
    ...shownWitness(part).map(([is, text]) => `  - ${is}: ${code(text)}`),
  ];
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
