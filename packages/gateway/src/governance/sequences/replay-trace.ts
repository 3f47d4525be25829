import type { JsonValue, Sensitivity } from "@toolcourt/sdk";
import type { Policy } from "../policy/policy.ts";
import { explainSequence, type SequenceAccount } from "./explain-sequence.ts";
import { noteCall } from "./note-call.ts";
import type { History, PastCall, SequenceQuestion, TracedValue } from "./question.ts";
import type { Trace, TraceCall } from "./read-trace.ts";

/** What a history remembers of values, as a trace needs it. */
export interface TraceOrigins extends Pick<History, "fingerprint"> {
  readonly trace: (call: TraceCall) => readonly TracedValue[];
  readonly remember: (call: TraceCall, result: JsonValue) => void;
  readonly labels: () => ReadonlySet<Sensitivity>;
}

/** The question about one call, and what to do with its result. */
export interface TraceStep {
  readonly question: SequenceQuestion;
  readonly remember: (result: JsonValue) => void;
}

export type ReplayStep = (call: TraceCall) => TraceStep;

/** Replays a trace as one history, as the gateway would keep it. */
export function createReplay(trace: Trace, policy: Policy, origins: TraceOrigins): ReplayStep {
  const calls: PastCall[] = [];
  return (call) => {
    const { tool, reach, args, at, number, outcome } = call;
    const { effect, server, name } = tool.contract;
    const made = { tool, effect, reach };
    const { fingerprint } = origins;
    const history = { calls: [...calls], tenantCalls: [...calls], labels: origins.labels() };
    const { principal } = trace;
    const values = origins.trace(call);
    return {
      question: { ...made, principal, args, now: at, history: { ...history, fingerprint }, values },
      remember: (result) => {
        const noting = outcome === "ran" ? { args, result, fingerprint } : { args, fingerprint };
        const known = { tool: tool.publicName, server, name, effect, reach };
        const noted = noteCall(policy, made, noting);
        calls.push({ ...known, callId: String(number), at, state: outcome, noted });
        origins.remember(call, result);
      },
    };
  };
}

/** What was judged of a call, and whether it was expected. */
export interface TraceAnswer {
  readonly call: TraceCall;
  readonly account: SequenceAccount;
  readonly right: boolean;
}

/**
 * Judges the calls of a trace in their order. One that asks runs as if it was approved. One that is
 * refused does not run, so that its result is not read.
 */
export function judgeTrace(
  policy: Policy,
  { calls }: Pick<Trace, "calls">,
  replay: ReplayStep,
): readonly TraceAnswer[] {
  return calls.map((call) => {
    const { question, remember } = replay(call);
    const account = explainSequence(policy, question);
    if (account.decision.kind !== "refused") remember(call.result);
    return { call, account, right: isExpected(call, account) };
  });
}

function isExpected({ expect, from, by }: TraceCall, { decision }: SequenceAccount): boolean {
  if (expect === undefined) return true;
  if (expect !== (decision.kind === "passed" ? "passes" : decision.kind)) return false;
  if (from !== undefined && !(decision.kind === "asks" && decision.from === from)) return false;
  return by === undefined || isSameSet(by, statementsIn(decision));
}

/** Returns the statements that did not let a call pass alone, in file order. */
export function statementsIn(decision: SequenceAccount["decision"]): readonly string[] {
  if (decision.kind === "passed") return [];
  return [...new Set(decision.findings.map(({ statement }) => statement))];
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}
