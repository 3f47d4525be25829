import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type ConnectedCall,
  type IncomingCall,
  type JudgedCall,
  setJudged,
} from "../../pipeline/call.ts";
import { passed } from "../../pipeline/judged.ts";
import type { Stages } from "../../pipeline/pipeline.ts";
import { StoreError } from "../../stores/store-error.ts";
import { reasonText } from "../approvals/reason-text.ts";
import type { CurrentPolicy } from "../policy/open-policy.ts";
import type { Policy } from "../policy/policy.ts";
import { hostsOf } from "./hosts-of.ts";
import { judgeCall } from "./judge-call.ts";
import { operatorOf } from "./operator-of.ts";
import { openPasts, type PastsDeps } from "./pasts.ts";
import type { Finding, Judgement } from "./question.ts";
import { reasonsOf } from "./reasons.ts";
import { type Ending, isMemorable, rememberOutcome } from "./remember.ts";
import { sequencesOf } from "./statements.ts";
import { type HeardWords, hear } from "./words.ts";

export interface SequencesDeps extends Omit<PastsDeps, "operator"> {
  readonly policy: CurrentPolicy;
  /** Receives what statements that only observe would have asked or refused. */
  readonly onObserved: (call: IncomingCall, findings: readonly Finding[]) => void;
}

export type Sequences = Pick<Stages, "judgeSequence" | "remember">;

/** Judges calls by what was before them, and remembers what leaves. */
export function openSequences(deps: SequencesDeps): Sequences {
  const { clock, policy: current, onObserved } = deps;
  const pastOf = openPasts({ ...deps, operator: operatorOf(current) });
  const policyNow = openPolicyOf(current);
  const tainted = new WeakSet<IncomingCall>();
  return {
    judgeSequence: (call) => {
      const policy = policyNow();
      if (policy !== undefined) return judge(call, policy);
      setJudged(call, passed);
      return call;
    },
    remember: (call, outcome) => {
      const policy = policyNow();
      if (policy === undefined) return undefined;
      if (!isMemorable(call, outcome)) return undefined;
      const mayHaveActed = outcome.kind !== "refused";
      return remember({ call, outcome, policy, tainted }).catch((error: unknown) =>
        unlessObserved(error, { policy, tool: call.tool, mayHaveActed }),
      );
    },
  };

  async function remember(ending: Omit<Ending, "past">): Promise<void> {
    return rememberOutcome({ ...ending, past: await pastOf(ending.call.principal) });
  }

  async function judge(call: ConnectedCall, policy: Policy): Promise<JudgedCall> {
    try {
      const heard = await heardWith(call, policy, clock);
      const past = await pastOf(call.principal);
      const judgement = await judgeCall({ call, policy, past, heard, clock, tainted });
      if (judgement.observed.length > 0) onObserved(call, judgement.observed);
      return decided(call, judgement);
    } catch (error) {
      unlessObserved(error, { policy, tool: call.tool, mayHaveActed: false });
      onObserved(call, unjudged(policy));
      setJudged(call, passed);
      return call;
    }
  }
}

/**
 * Returns the policy if it has statements about sequences. Without any, nothing is remembered. What
 * still runs when a policy becomes unusable is remembered by the one before.
 */
function openPolicyOf(current: CurrentPolicy): () => Policy | undefined {
  let last: Policy | undefined;
  return () => {
    const state = current.state();
    if (state.kind === "unusable") return last;
    last = sequencesOf(state.policy).all.length === 0 ? undefined : state.policy;
    return last;
  };
}

/** Without a past, no statement can be judged. */
function unjudged(policy: Policy): readonly Finding[] {
  return sequencesOf(policy).all.map(({ entry }) => ({ statement: entry.id, because: "failed" }));
}

interface Unknown {
  readonly policy: Policy;
  readonly tool: string;
  readonly mayHaveActed: boolean;
}

/** Refuses if the past is not known, unless all statements only observe. */
function unlessObserved(error: unknown, { policy, tool, mayHaveActed }: Unknown): void {
  if (isRefusal(error)) throw error;
  if (sequencesOf(policy).all.every(({ mode }) => mode === "observe")) return;
  if (!(error instanceof StoreError)) throw error;
  throw new Refusal("sequence-unavailable", { tool, mayHaveActed }, { cause: error });
}

function heardWith(
  { words, principal }: ConnectedCall,
  policy: Policy,
  clock: SequencesDeps["clock"],
): Promise<HeardWords | undefined> | undefined {
  return words && hear(words, principal, { hosts: hostsOf(policy), clock });
}

function decided(call: ConnectedCall, { decision }: Judgement): JudgedCall {
  if (decision.kind === "refused") throw refusalOf(call, decision.findings);
  const judged =
    decision.kind === "passed"
      ? passed
      : ({ kind: "asks", from: decision.from, reasons: reasonsOf(decision.findings) } as const);
  setJudged(call, judged);
  return call;
}

function refusalOf({ tool }: ConnectedCall, findings: readonly Finding[]): Refusal {
  const statements = [...new Set(findings.map(({ statement }) => statement))];
  const reasons = reasonsOf(findings).map(reasonText);
  return new Refusal("sequence-denied", { tool, statements, reasons });
}
