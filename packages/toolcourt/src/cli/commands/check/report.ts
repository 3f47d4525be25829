import type { Verdict } from "@toolcourt/contracts/internal/judge/judge";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Terminal } from "../../command.ts";
import {
  isError,
  nextStep,
  type Report,
  type ReportedCase,
  type ReportedFinding,
} from "../../reports/report.ts";
import { type Verdict as Outcome, verdictLine, verdictOf } from "../../reports/verdict.ts";
import { count, createPaint } from "../../style.ts";
import type { Target } from "../../targets.ts";

/** A verdict and the location of its tool. */
export type Judged = Approvable & Pick<Target, "file" | "locate">;

interface Approvable extends Verdict {
  /** Whether a gateway would demand approval for its calls. */
  readonly withApproval: boolean;
}

/** What was to be judged, and how strictly. */
export interface Judging {
  /** The files, addresses and programs, as the user named them. */
  readonly sources: readonly string[];
  readonly maxWarnings: number;
}

function checkVerdict(
  { tools: toolCount, errors, warnings }: ReturnType<typeof summarize>,
  { sources, maxWarnings }: Judging,
): Outcome {
  const nothing = {
    because: `there is no tool in ${sources.join(", ")}`,
    next: "name a file or a server that lists tools",
  };
  return verdictOf({ judged: toolCount, errors, warnings, maxWarnings, nothing });
}

/** Reports verdicts. A server is a suite, and a tool is a case. */
export function reportCheck(
  judged: readonly Judged[],
  judging: Judging,
): Omit<Report, "compared" | "tested"> {
  const summary = summarize(judged);
  const { tools, errors, warnings } = summary;
  const verdict = checkVerdict(summary, judging);
  return {
    text: (terminal) => text(judged, verdict, terminal),
    json: () => ({ tools: judged.map(toolOf), summary, verdict }),
    findings: () => judged.flatMap(located),
    rules: allRules,
    suites: () => {
      const servers = Map.groupBy(judged.map(caseOf), ({ group }) => group);
      return [...servers].map(([name, cases]) => ({ name, cases }));
    },
    verdict,
    total: `${count(tools, "tool")}: ${callableText(summary)}. ${count(errors, "error")}, ${count(warnings, "warning")}.`,
  };
}

function toolOf({ server, name, callable, withApproval, digest, findings }: Judged): object {
  return {
    server,
    name,
    callable,
    withApproval,
    digest: digest ?? null,
    findings: findings.map(({ rule, severity, pointer, message, requirements }) => ({
      rule,
      severity,
      pointer,
      message,
      requirements,
    })),
  };
}

function caseOf(judged: Judged): ReportedCase {
  const { server, name, file } = judged;
  return { group: server, name, file, findings: findingsOf(judged) };
}

function findingsOf({ server, name, file, findings }: Judged): readonly ReportedFinding[] {
  return findings.map((finding) => ({ ...finding, subject: `${server}/${name}`, file }));
}

function located(judged: Judged): readonly ReportedFinding[] {
  const positions = judged.locate(judged.findings.map(({ pointer }) => pointer));
  return findingsOf(judged).map((finding) => ({
    ...finding,
    position: positions.get(finding.pointer) ?? { line: 1, column: 1 },
  }));
}

type Figure = "tools" | "callable" | "withApproval" | "errors" | "warnings";

/** `3 callable`, or `3 callable (1 with approval)`. */
function callableText(figures: {
  readonly callable: number;
  readonly withApproval: number;
}): string {
  const { callable, withApproval } = figures;
  return `${callable} callable${withApproval > 0 ? ` (${withApproval} with approval)` : ""}`;
}

function summarize(verdicts: readonly Approvable[]): Readonly<Record<Figure, number>> {
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  const errors = findings.filter(isError).length;
  return {
    tools: verdicts.length,
    callable: verdicts.filter(({ callable }) => callable).length,
    withApproval: verdicts.filter(({ withApproval }) => withApproval).length,
    errors,
    warnings: findings.length - errors,
  };
}

type Paint = ReturnType<typeof createPaint>;

/** Further places of one rule in one tool are counted, not listed. */
const shownPlaces = 3;

/** Writes a report for people: per tool the findings, their positions and the next command. */
function text(judged: readonly Judged[], verdict: Outcome, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const tools = judged.map((each) => describeTool(each, paint).join("\n"));
  return [...tools, "", ...closing(judged, terminal), verdictLine(verdict)].join("\n");
}

function describeTool({ server, name, ...judged }: Judged, paint: Paint): readonly string[] {
  const { callable, withApproval, findings } = judged;
  const shown = `${printable(server)}/${name === "" ? "(no name)" : printable(name)}`;
  const verdict = callable
    ? paint("green", withApproval ? "callable with approval" : "callable")
    : paint("red", "not callable");
  const head = `${paint("bold", shown)}  ${verdict}`;
  if (findings.length === 0) return [head];
  const inOrder = [...findings.filter(isError), ...findings.filter((each) => !isError(each))];
  const groups = [...Map.groupBy(inOrder, ({ rule }) => rule)];
  const width = Math.max(...groups.map(([rule]) => rule.length));
  return [head, ...groups.flatMap(([, group]) => describeGroup(group, width, paint))];
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

function closing(judged: readonly Judged[], terminal: Terminal): readonly string[] {
  const paint = createPaint(terminal);
  const summary = summarize(judged);
  const { tools, callable, errors, warnings } = summary;
  const total = `${count(tools, "tool")}: ${callableText(summary)}, ${tools - callable} not callable. ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  if (errors + warnings === 0) return [paint("bold", total)];
  return [
    paint("bold", total),
    "A tool with an error is not callable: every call to it is refused. A warning refuses nothing.",
    ...nextStep(
      judged.flatMap(({ findings }) => findings),
      terminal,
    ),
  ];
}
