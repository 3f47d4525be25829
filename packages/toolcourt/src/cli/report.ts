import type { Verdict } from "@toolcourt/contracts/internal/judge/judge";
import type { Position } from "@toolcourt/contracts/internal/judge/position";
import type { Rule } from "@toolcourt/sdk/rules";
import type { Terminal } from "./terminal.ts";

/** A verdict and the location of its tool. */
export interface Judged extends Verdict {
  /** The file as named on the command line. */
  readonly file: string;
  /** Finds the positions of contract pointers in the tool's file. */
  readonly locate: (pointers: readonly string[]) => ReadonlyMap<string, Position>;
}

export interface Summary {
  readonly tools: number;
  readonly callable: number;
  readonly errors: number;
  readonly warnings: number;
}

/** The input of every report format. */
export interface Report {
  readonly judged: readonly Judged[];
  readonly summary: Summary;
  readonly rules: readonly Rule[];
}

export type Reporter = (report: Report, terminal: Terminal) => string;

export function summarize(verdicts: readonly Verdict[]): Summary {
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  return {
    tools: verdicts.length,
    callable: verdicts.filter(({ callable }) => callable).length,
    errors: findings.filter(({ severity }) => severity === "error").length,
    warnings: findings.filter(({ severity }) => severity === "warning").length,
  };
}
