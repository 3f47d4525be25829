import { render } from "../../revisions/phrase.ts";
import { isSerious, type RevisedTool } from "../../revisions/revision.ts";
import { printable } from "../printable.ts";
import {
  type DiffReport,
  type DiffReporter,
  fateWords,
  nameIn,
  toldOf,
  totalOf,
  witnessText,
  witnessWords,
} from "./show.ts";

/** Workflow commands of GitHub Actions: an annotation for each change that matters and for each finding. */
export const diffGithub: DiffReporter = (report) =>
  [...toldOf(report).flatMap((tool) => annotations(tool, report)), totalOf(report)].join("\n");

const serious: ReadonlySet<string> = new Set(["breaking", "widening", "unproven"]);

function annotations(tool: RevisedTool, report: DiffReport): readonly string[] {
  const name = nameIn(report, tool);
  const annotate = (level: string, title: string, text: string): string =>
    `::${level} file=${property(report.after)},title=${property(title)}::${data(`${name}: ${text}`)}`;
  const parts = tool.parts
    .filter(({ kind }) => serious.has(kind))
    .map(({ kind, pointer, message, witness }) => {
      const shown =
        witness === undefined
          ? ""
          : ` ${witnessWords[witness.side]}: ${witnessText(witness.value)}`;
      const text = `${render(message, inQuotes)} (${pointer})${shown}`;
      return annotate("error", fateWords[kind], text);
    });
  const findings = tool.findings.map(({ rule, severity, message }) =>
    annotate(severity, rule, render(message, inQuotes)),
  );
  const all = [...parts, ...findings];
  return all.length > 0 || isSerious(tool)
    ? all
    : [annotate("notice", "diff", fateWords[tool.fate])];
}

function inQuotes(text: string): string {
  return `\`${text}\``;
}

function data(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
