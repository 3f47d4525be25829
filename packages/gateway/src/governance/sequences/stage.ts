import {
  type ConnectedCall,
  type IncomingCall,
  type JudgedCall,
  setJudged,
} from "../../pipeline/call.ts";
import { passed } from "../../pipeline/judged.ts";
import type { JudgesSequences } from "../../pipeline/stages/unjudged.ts";
import type { CurrentPolicy } from "../policy/open-policy.ts";
import type { Policy } from "../policy/policy.ts";
import { judgeCall } from "./judge-call.ts";
import { heardWith, judgedOf, unlessObserved } from "./judging.ts";
import { operatorOf } from "./operator-of.ts";
import { openPasts, type PastsDeps } from "./pasts.ts";
import { createPeekSequence } from "./peek.ts";
import type { Finding } from "./question.ts";
import { type Ending, isMemorable, rememberOutcome } from "./remember.ts";
import { sequencesOf } from "./statements.ts";

export interface SequencesDeps extends Omit<PastsDeps, "operator"> {
  readonly policy: CurrentPolicy;
  /** Receives what statements that only observe would have asked or refused. */
  readonly onObserved: (call: IncomingCall, findings: readonly Finding[]) => void;
}

/** Judges calls by what was before them, and remembers what leaves. */
export function openSequences(deps: SequencesDeps): JudgesSequences {
  const { clock, policy: current, onObserved } = deps;
  const pastOf = openPasts({ ...deps, operator: operatorOf(current) });
  const policyNow = openPolicyOf(current);
  const tainted = new WeakSet<IncomingCall>();
  return {
    peekSequence: createPeekSequence({ policyNow, pastOf, clock }),
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
      setJudged(call, judgedOf(call, judgement.decision));
      return call;
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
