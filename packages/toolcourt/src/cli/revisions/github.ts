import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { type DiffReporter, totalOf } from "./show.ts";
import { type ShownTool, shownTools } from "./shown-tool.ts";

/** Writes GitHub Actions workflow commands: one annotation per relevant change and finding. */
export const diffGithub: DiffReporter = (report) =>
  [...shownTools(report).flatMap((tool) => annotations(tool, report.after)), totalOf(report)].join(
    "\n",
  );

function annotations(tool: ShownTool, file: string): readonly string[] {
  const annotate = (level: string, title: string, text: string): string =>
    `::${level} file=${property(file)},title=${property(title)}::${data(`${tool.name}: ${text}`)}`;
  const parts = tool.parts
    .filter((part) => part.isSerious)
    .map(({ change, pointer, message, witness }) => {
      const shown = witness === undefined ? "" : ` ${witness.is}: ${witness.text}`;
      return annotate("error", change, `${render(message, inQuotes)} (${pointer})${shown}`);
    });
  const findings = tool.findings.map(({ rule, severity, message }) =>
    annotate(severity, rule, render(message, inQuotes)),
  );
  const all = [...parts, ...findings];
  return all.length > 0 || tool.isSerious ? all : [annotate("notice", "diff", tool.change)];
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
