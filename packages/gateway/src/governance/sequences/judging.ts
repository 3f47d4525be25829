import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { IncomingCall } from "../../pipeline/call.ts";
import { type Judged, passed } from "../../pipeline/judged.ts";
import { StoreError } from "../../stores/store-error.ts";
import { reasonText } from "../approvals/reason-text.ts";
import type { Policy } from "../policy/policy.ts";
import { hostsOf } from "./hosts-of.ts";
import type { Finding, SequenceDecision } from "./question.ts";
import { reasonsOf } from "./reasons.ts";
import { sequencesOf } from "./statements.ts";
import { type HeardWords, hear } from "./words.ts";

interface Unknown {
  readonly policy: Policy;
  readonly tool: string;
  readonly mayHaveActed: boolean;
}

/** Refuses if the past is not known, unless all statements only observe. */
export function unlessObserved(error: unknown, { policy, tool, mayHaveActed }: Unknown): void {
  if (isRefusal(error)) throw error;
  if (sequencesOf(policy).all.every(({ mode }) => mode === "observe")) return;
  if (!(error instanceof StoreError)) throw error;
  throw new Refusal("sequence-unavailable", { tool, mayHaveActed }, { cause: error });
}

/** Returns what the person said that the call serves. */
export function heardWith(
  { words, principal }: Pick<IncomingCall, "words" | "principal">,
  policy: Policy,
  clock: Pick<Clock, "now">,
): Promise<HeardWords | undefined> | undefined {
  return words && hear(words, principal, { hosts: hostsOf(policy), clock });
}

/** Returns what a decision means for a call. Throws the refusal of one that is refused. */
export function judgedOf({ tool }: Pick<IncomingCall, "tool">, decision: SequenceDecision): Judged {
  if (decision.kind === "refused") throw refusalOf(tool, decision.findings);
  if (decision.kind === "passed") return passed;
  return { kind: "asks", from: decision.from, reasons: reasonsOf(decision.findings) };
}

function refusalOf(tool: string, findings: readonly Finding[]): Refusal {
  const statements = [...new Set(findings.map(({ statement }) => statement))];
  return new Refusal("sequence-denied", {
    tool,
    statements,
    reasons: reasonsOf(findings).map(reasonText),
  });
}
