import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import { type Judged, passed } from "../../pipeline/judged.ts";
import type { PeekSequence } from "../../pipeline/stages/unjudged.ts";
import type { Policy } from "../policy/policy.ts";
import { judgeSequence } from "./judge.ts";
import { questionOf } from "./judge-call.ts";
import { heardWith, judgedOf, unlessObserved } from "./judging.ts";
import { madeBy } from "./made-call.ts";
import { namedFlowOf } from "./named-flow.ts";
import { createMemory, type OriginDeps } from "./origins/create-memory.ts";
import { Taint } from "./origins/taint.ts";
import type { Past } from "./pasts.ts";
import type { SequenceQuestion, TracedValue } from "./question.ts";
import type { HeardWords } from "./words.ts";

export interface PeekDeps {
  readonly policyNow: () => Policy | undefined;
  readonly pastOf: (principal: AuthorizedCall["principal"]) => Past | Promise<Past>;
  readonly clock: Pick<Clock, "now">;
}

/** Creates the answer to what a call would be judged. It reserves nothing and remembers nothing. */
export function createPeekSequence({ policyNow, pastOf, clock }: PeekDeps): PeekSequence {
  return (call) => {
    const policy = policyNow();
    return policy === undefined ? passed : peek(call, policy);
  };

  async function peek(call: AuthorizedCall, policy: Policy): Promise<Judged> {
    try {
      return await judged(call, policy);
    } catch (error) {
      unlessObserved(error, { policy, tool: call.tool, mayHaveActed: false });
      return passed;
    }
  }

  async function judged(call: AuthorizedCall, policy: Policy): Promise<Judged> {
    const heard = await heardWith(call, policy, clock);
    const past = await pastOf(call.principal);
    const ofTenant = await past.of.refresh(past.tenant);
    const state = await past.of.principals.current(past.principal);
    const asked = { call, made: madeBy(call), policy, past };
    const question = questionOf(asked, { state, now: clock.now(), ofTenant });
    const values = heard && withWords(question, heard, { call, past });
    const { decision } = judgeSequence(policy, values ? { ...question, values } : question);
    return judgedOf(call, decision);
  }
}

/** The words are not in the history yet, and a person's own values are theirs from the first one. */
function withWords(
  question: SequenceQuestion,
  { text, origin }: HeardWords,
  { call, past }: { readonly call: AuthorizedCall; readonly past: Past },
): readonly TracedValue[] {
  const { args, now } = question;
  const { fingerprints } = past.of;
  const memory = createMemory({ fingerprints, operator: noNames, taint: new Taint() });
  const said = { tool: call.tool, call: call.callId, at: now };
  memory.apply(memory.rememberWords({ text, origin, call: said }));
  const byWords = memory.trace(args, namedFlowOf(call.registered.contract), now);
  return question.values.map((value, at) => {
    const named = byWords[at];
    return named?.origin === origin && isWeaker(value, origin) ? named : value;
  });
}

const noNames: OriginDeps["operator"] = () => false;

/** A claim counts only where no trusted side has named the value. */
function isWeaker({ origin }: TracedValue, than: HeardWords["origin"]): boolean {
  return than === "user" || origin === "third-party" || origin === "unknown";
}
