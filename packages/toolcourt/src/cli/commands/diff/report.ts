import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  isSerious,
  type RevisedTool,
  seriousFates,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Report, ReportedFinding } from "../../reports/report.ts";
import {
  type DiffReport,
  fateWords,
  revisionText,
  shownTools,
  shownWitness,
  totalOf,
} from "../../reports/revisions.ts";
import { type Verdict, verdictOf } from "../../reports/verdict.ts";

/** Reports a comparison. Its findings are serious changes and broken rules. */
export function reportDiff(
  compared: DiffReport,
): Pick<Report, "text" | "json" | "findings" | "total" | "verdict" | "compared"> {
  return {
    text: (terminal) => revisionText(compared, terminal),
    json: () => jsonOf(compared),
    findings: () => shownTools(compared).flatMap((tool) => findingsOf(tool, compared.after)),
    total: totalOf(compared),
    verdict: diffVerdict(compared),
    compared,
  };
}

/** A serious change counts as an error. */
function diffVerdict({ tools, before, after }: DiffReport): Verdict {
  return verdictOf({
    judged: tools.length,
    errors: tools.filter(isSerious).length,
    warnings: 0,
    nothing: {
      because: `there is no tool in ${printable(before)} and none in ${printable(after)}`,
      next: "name two versions that list tools",
    },
  });
}

function jsonOf(compared: DiffReport): object {
  const { before, after, tools, renames } = compared;
  const findings = tools.flatMap((tool) => tool.findings);
  return {
    before,
    after,
    tools: tools.map(toolOf),
    renames: renames.map(({ server, from, to }) => ({ server, from, to })),
    verdict: diffVerdict(compared),
    summary: {
      tools: tools.length,
      serious: tools.filter(isSerious).length,
      errors: findings.filter(({ severity }) => severity === "error").length,
    },
  };
}

function toolOf(tool: RevisedTool): object {
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

function findingsOf(tool: RevisedTool, file: string): readonly ReportedFinding[] {
  const whole = { subject: tool.name, pointer: "", file };
  const parts = tool.parts
    .filter(({ kind }) => seriousFates.has(kind))
    .map((part) => ({
      ...whole,
      rule: fateWords[part.kind],
      severity: "error" as const,
      pointer: part.pointer,
      message: render(part.message, inQuotes),
      evidence: shownWitness(part).map(([is, text]) => `${is}: ${text}`),
    }));
  const findings = tool.findings.map(({ rule, severity, message }) => ({
    ...whole,
    rule,
    severity,
    message: render(message, inQuotes),
  }));
  const all = [...parts, ...findings];
  if (all.length > 0 || isSerious(tool)) return all;
  return [{ ...whole, rule: "diff", severity: "note", message: fateWords[tool.fate] }];
}

function inQuotes(text: string): string {
  return `\`${text}\``;
}
