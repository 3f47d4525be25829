import type { Policy } from "../policy/policy.ts";
import type { Mode } from "../policy/sequence-schema.ts";
import { Asking, firmnessOf, type Judged, judgeSequence, judgeStatement } from "./judge.ts";
import type { Finding, Judgement, PastCall, SequenceQuestion } from "./question.ts";
import { isAboutTool, sequencesOf } from "./statements.ts";

/** What became of a statement. */
export type SequenceFate =
  | Exclude<Judged["fit"], "meant">
  | "held"
  | "asks-caller"
  | "asks-operator"
  | "refuses"
  /** It could not be judged, and so refuses. */
  | "failed";

export interface SequenceAccount extends Judgement {
  /** One per statement, in file order. */
  readonly statements: readonly {
    readonly id: string;
    readonly mode: Mode;
    readonly fate: SequenceFate;
    readonly findings: readonly Finding[];
    /** The earlier calls that had a say. */
    readonly used: readonly PastCall[];
  }[];
}

/** Judges a call, and explains for every statement what it found, and in which earlier calls. */
export function explainSequence(policy: Policy, question: SequenceQuestion): SequenceAccount {
  const statements = sequencesOf(policy).all.map((statement) => {
    const { entry, mode } = statement;
    const used: PastCall[] = [];
    if (!isAboutTool(statement, question.tool)) {
      return { id: entry.id, mode, fate: "other-tool" as const, findings: [], used };
    }
    // Each gets a budget of its own: a statement is explained even if the call could not afford it.
    const judged = judgeStatement(statement, new Asking(question), used);
    const findings = judged.report?.findings ?? [];
    return { id: entry.id, mode, fate: fateOf(statement, judged), findings, used };
  });
  return { ...judgeSequence(policy, question), statements };
}

const fates = ["held", "asks-caller", "asks-operator", "refuses"] as const;

function fateOf(
  statement: Parameters<typeof judgeStatement>[0],
  { fit, report }: Judged,
): SequenceFate {
  if (fit !== "meant") return fit;
  if (report === undefined || report.findings.length === 0) return "held";
  return report.hasFailed ? "failed" : fates[firmnessOf(statement, report)];
}
