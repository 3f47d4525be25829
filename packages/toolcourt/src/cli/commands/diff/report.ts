import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import { isSerious } from "@toolcourt/contracts/internal/revisions/revision";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Terminal } from "../../command.ts";
import { type GithubAnnotation, githubCommands } from "../../reports/github.ts";
import {
  type DiffReport,
  revisionText,
  type ShownTool,
  shownTools,
  totalOf,
} from "../../reports/revisions.ts";
import { markdown } from "./markdown.ts";

export const diffFormats = ["text", "json", "markdown", "github"] as const;

export const diffReporters: Readonly<
  Record<(typeof diffFormats)[number], (report: DiffReport, terminal: Terminal) => string>
> = { text: revisionText, json, markdown, github };

/** Writes one JSON value with a stable shape. */
function json({ before, after, tools, renames }: DiffReport): string {
  const findings = tools.flatMap((tool) => tool.findings);
  return printableJson({
    before,
    after,
    tools: tools.map(toolOf),
    renames: renames.map(({ server, from, to }) => ({ server, from, to })),
    summary: {
      tools: tools.length,
      serious: tools.filter(isSerious).length,
      errors: findings.filter(({ severity }) => severity === "error").length,
    },
  });
}

function toolOf(tool: DiffReport["tools"][number]): object {
  const { server, name, fate, parts, findings, drift } = tool;
  return {
    server,
    name,
    fate,
    drift: drift ?? null,
    changes: parts.map(({ kind, pointer, version, message, witness }) => ({
      kind,
      pointer,
      version,
      message: render(message, inQuotes),
      witness,
    })),
    findings: findings.map(({ rule, severity, requirements, message }) => ({
      rule,
      severity,
      requirements,
      message: render(message, inQuotes),
    })),
  };
}

/** Annotates every relevant change and finding. */
function github(report: DiffReport): string {
  const annotations = shownTools(report).flatMap((tool) => annotationsOf(tool, report.after));
  return githubCommands(annotations, totalOf(report));
}

function annotationsOf(tool: ShownTool, file: string): readonly GithubAnnotation[] {
  const annotate = (level: string, title: string, text: string): GithubAnnotation => ({
    level,
    file,
    title,
    message: `${tool.name}: ${text}`,
  });
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
