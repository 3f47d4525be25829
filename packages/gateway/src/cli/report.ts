import type { Rule } from "@toolcourt/sdk/rules";
import type { Verdict } from "../contracts/judge/judge.ts";
import type { Position } from "../contracts/judge/position.ts";
import type { Terminal } from "./terminal.ts";

/** A verdict and where its tool stands. */
export interface Judged extends Verdict {
  /** The file as the person named it. */
  readonly file: string;
  /** The places of pointers into the contract, in the file that the tool came from. */
  readonly locate: (pointers: readonly string[]) => ReadonlyMap<string, Position>;
}

export interface Summary {
  readonly tools: number;
  readonly callable: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Everything a report may show. */
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
