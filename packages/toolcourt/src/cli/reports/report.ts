import type { Position } from "@toolcourt/contracts/internal/judge/position";
import type { TestReport } from "../../authoring/probing/report.ts";
import type { Terminal } from "../command.ts";
import { suggested } from "../suggest.ts";
import type { DiffReport } from "./revisions.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The outcome of a command, in parts. A format takes the parts that it needs. A command that offers
 * the format does not compile without them. Costly parts are functions: only some formats need them.
 */
export interface Report {
  /** Writes the report for people. Commands show too different things for one layout. */
  readonly text: (terminal: Terminal) => string;
  /** Returns a JSON value. Its shape is public and each command has its own. */
  readonly json: () => unknown;
  readonly findings: () => readonly ReportedFinding[];
  /** The rules that findings may name. */
  readonly rules: readonly ReportedRule[];
  readonly suites: () => readonly ReportedSuite[];
  /** The figures in one line. */
  readonly total: string;
  readonly verdict: Verdict;
  /** Only `toolcourt diff` compares versions. */
  readonly compared: DiffReport;
  /** Only `toolcourt test` calls tools. */
  readonly tested: TestReport;
}

/** The texts are not escaped yet. */
export interface ReportedFinding {
  /** The id of a rule, or the kind of a change. */
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  /** The server and the tool. */
  readonly subject: string;
  /** JSON Pointer. Empty for the whole subject. */
  readonly pointer: string;
  readonly message: string;
  /** What shows the finding, one line each. Default: the message says it all. */
  readonly evidence?: readonly string[];
  /** The file, or the label of the server. */
  readonly file: string;
  /** Default: the whole file. */
  readonly position?: Position;
  /** Stable across runs for the same finding. */
  readonly fingerprint?: string;
}

export interface ReportedRule {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  readonly requirements: readonly string[];
  /** A public page about the rule. */
  readonly helpUri?: string | undefined;
}

export interface ReportedSuite {
  readonly name: string;
  readonly cases: readonly ReportedCase[];
  readonly timeMs?: number;
  readonly properties?: Readonly<Record<string, string>>;
}

/** A part of a suite that passes or fails on its own. It fails if a finding is an error. */
export interface ReportedCase {
  readonly group: string;
  readonly name: string;
  /** Default: none. */
  readonly file?: string;
  readonly findings: readonly ReportedFinding[];
  /** The reason for skipping it. */
  readonly skipped?: string | undefined;
}

export function isError({ severity }: Pick<ReportedFinding, "severity">): boolean {
  return severity === "error";
}

/** Returns a line with the command that explains the first error, or else the first finding. */
export function nextStep(
  findings: readonly Pick<ReportedFinding, "rule" | "severity">[],
  terminal: Terminal,
): readonly string[] {
  const first = findings.find(isError) ?? findings[0];
  if (first === undefined) return [];
  return [`To explain a rule: ${suggested(`toolcourt rules ${first.rule}`, terminal)}`];
}
