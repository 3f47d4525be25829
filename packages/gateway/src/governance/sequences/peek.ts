import { flowOf } from "@toolcourt/sdk";
import { passed } from "../../pipeline/call.ts";
import type { PeekSequence } from "../../pipeline/stages/unjudged.ts";
import { judgeSequence } from "./judge.ts";
import { createMemory, type OriginDeps } from "./origins/create-memory.ts";
import { Taint } from "./origins/taint.ts";
import type { Past } from "./pasts.ts";
import type { SequenceQuestion, TracedValue } from "./question.ts";
import {
  type Case,
  heardWith,
  judgedOf,
  madeBy,
  policyWith,
  questionOf,
  type SequencesDeps,
  unlessObserved,
} from "./stage.ts";
import type { HeardWords } from "./words.ts";

export interface PeekDeps extends SequencesDeps {
  readonly pastOf: (principal: Case["call"]["principal"]) => Past | Promise<Past>;
}

/** Creates the answer to what a call would be judged. It reserves nothing and remembers nothing. */
export function createPeekSequence(deps: PeekDeps): PeekSequence {
  return (call) => {
    const policy = policyWith(deps.policy);
    return policy === undefined ? passed : peek({ call, policy, clock: deps.clock });
  };

  async function peek(given: Omit<Case, "heard">): ReturnType<typeof judged> {
    try {
      return await judged(given);
    } catch (error) {
      unlessObserved(error, given.policy, given.call, false);
      return passed;
    }
  }

  async function judged(given: Omit<Case, "heard">) {
    const { call, policy, clock } = given;
    const heard = await heardWith(call, deps);
    const past = await deps.pastOf(call.principal);
    const ofTenant = await past.of.refresh(past.tenant);
    const state = await past.of.principals.current(past.principal);
    const made = madeBy(call);
    const now = clock.now();
    const question = questionOf({ ...given, heard }, past, { made, state, now, ofTenant });
    const values = heard && withWords(question, heard, { call, past });
    const { decision } = judgeSequence(policy, values ? { ...question, values } : question);
    return judgedOf(call, decision);
  }
}

/** The words are not in the history yet, and a person's own values are theirs from the first one. */
function withWords(
  question: SequenceQuestion,
  { text, origin }: HeardWords,
  { call, past }: Pick<Case, "call"> & { readonly past: Past },
): readonly TracedValue[] {
  const { args, now } = question;
  const { fingerprints } = past.of;
  const memory = createMemory({ fingerprints, operator: noNames, taint: new Taint() });
  const said = { tool: call.tool, call: call.callId, at: now };
  memory.apply(memory.rememberWords({ text, origin, call: said }));
  const byWords = memory.trace(args, flowOf(call.registered.contract), now);
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
