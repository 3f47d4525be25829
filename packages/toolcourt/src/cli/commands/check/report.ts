import type { Verdict } from "@toolcourt/contracts/internal/judge/judge";
import type { Position } from "@toolcourt/contracts/internal/judge/position";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Terminal } from "../../command.ts";
import { githubCommands } from "../../reports/github.ts";
import { type JunitCase, junitXml } from "../../reports/junit.ts";
import { sarifLog } from "../../reports/sarif.ts";
import { count, createPaint } from "../../style.ts";
import { suggested } from "../../suggest.ts";

/** A verdict and the location of its tool. */
export interface Judged extends Verdict {
  /** The file as named on the command line. */
  readonly file: string;
  /** Finds the positions of contract pointers in the tool's file. */
  readonly locate: (pointers: readonly string[]) => ReadonlyMap<string, Position>;
}

export const formats = ["text", "json", "sarif", "junit", "github"] as const;

export const reporters: Readonly<
  Record<(typeof formats)[number], (judged: readonly Judged[], terminal: Terminal) => string>
> = { text, json, sarif, junit, github };

export interface Summary {
  readonly tools: number;
  readonly callable: number;
  readonly errors: number;
  readonly warnings: number;
}

export function summarize(verdicts: readonly Verdict[]): Summary {
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  const errors = findings.filter(isError).length;
  return {
    tools: verdicts.length,
    callable: verdicts.filter(({ callable }) => callable).length,
    errors,
    warnings: findings.length - errors,
  };
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}

type Paint = ReturnType<typeof createPaint>;

/** Further places of one rule in one tool are counted, not listed. */
const shownPlaces = 3;

/** Writes a report for people: per tool the findings, their positions and the next command. */
function text(judged: readonly Judged[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  const tools = judged.map((each) => describeTool(each, paint).join("\n"));
  return [...tools, "", ...closing(judged, terminal)].join("\n");
}

function describeTool({ server, name, ...judged }: Judged, paint: Paint): readonly string[] {
  const { callable, findings } = judged;
  const shown = `${printable(server)}/${name === "" ? "(no name)" : printable(name)}`;
  const verdict = callable ? paint("green", "callable") : paint("red", "not callable");
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
  const { tools, callable, errors, warnings } = summarize(judged);
  const total = `${count(tools, "tool")}: ${callable} callable, ${tools - callable} not callable. ${count(errors, "error")}, ${count(warnings, "warning")}.`;
  const findings = judged.flatMap((each) => each.findings);
  const first = findings.find(isError) ?? findings[0];
  if (first === undefined) return [paint("bold", total)];
  return [
    paint("bold", total),
    "A tool with an error is not callable: every call to it is refused. A warning refuses nothing.",
    `To explain a rule: ${suggested(`toolcourt rules ${first.rule}`, terminal)}`,
  ];
}

/** Writes one JSON value with a stable shape. */
function json(judged: readonly Judged[]): string {
  const tools = judged.map(({ server, name, callable, digest, findings }) => ({
    server,
    name,
    callable,
    digest: digest ?? null,
    findings: findings.map(({ rule, severity, pointer, message, requirements }) => ({
      rule,
      severity,
      pointer,
      message,
      requirements,
    })),
  }));
  return printableJson({ tools, summary: summarize(judged) });
}

interface Located extends Finding {
  readonly file: string;
  /** The server and the tool. */
  readonly subject: string;
  readonly position: Position;
}

function locatedIn({ server, name, file, findings, locate }: Judged): readonly Located[] {
  const positions = locate(findings.map(({ pointer }) => pointer));
  return findings.map((finding) => ({
    ...finding,
    file,
    subject: `${server}/${name}`,
    position: positions.get(finding.pointer) ?? { line: 1, column: 1 },
  }));
}

function sarif(judged: readonly Judged[]): string {
  const results = judged.flatMap(locatedIn).map((found) => ({
    rule: found.rule,
    level: found.severity,
    message: `${found.subject}: ${found.message}`,
    file: found.file,
    ...found.position,
    place: `${found.subject}${found.pointer}`,
  }));
  return sarifLog(allRules, results);
}

function github(judged: readonly Judged[]): string {
  const { tools, callable, errors, warnings } = summarize(judged);
  const annotations = judged.flatMap(locatedIn).map((found) => ({
    level: found.severity,
    file: found.file,
    position: found.position,
    title: found.rule,
    message: `${found.subject} ${found.pointer} ${found.message}`,
  }));
  return githubCommands(
    annotations,
    `${count(tools, "tool")}: ${callable} callable. ${count(errors, "error")}, ${count(warnings, "warning")}.`,
  );
}

/** A server is a suite, a tool is a case, and a tool that is not callable is a failure. */
function junit(judged: readonly Judged[]): string {
  const suites = [...Map.groupBy(judged, ({ server }) => server)];
  return junitXml(suites.map(([name, tools]) => ({ name, cases: tools.map(caseOf) })));
}

function caseOf({ server, name, file, findings }: Judged): JunitCase {
  const errors = findings.filter(isError);
  const warnings = findings.filter((each) => !isError(each));
  const message = count(errors.length, "error");
  return {
    group: server,
    name,
    file,
    failure: errors.length > 0 ? { message, lines: errors.map(lineOf) } : undefined,
    notes: warnings.map(lineOf),
  };
}

function lineOf({ severity, rule, pointer, message }: Finding): string {
  return `${severity} ${rule} ${pointer} ${message}`;
}
