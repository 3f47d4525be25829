import { type AuthorizedCall, setJudged } from "../call.ts";
import { type Judged, passed } from "../judged.ts";
import type { Stages } from "../pipeline.ts";

/** Judges a call that is only asked about: nothing is reserved and nothing is remembered. */
export type PeekSequence = (call: AuthorizedCall) => Judged | Promise<Judged>;

export interface JudgesSequences extends Pick<Stages, "judgeSequence" | "remember"> {
  readonly peekSequence: PeekSequence;
}

/** Judges no sequences, and remembers nothing. For gateways without statements about them. */
export const unjudged: JudgesSequences = {
  peekSequence: () => passed,
  judgeSequence: (call) => {
    setJudged(call, passed);
    return call;
  },
  remember: () => undefined,
};
