import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { ApprovedCall, CheckedResult } from "./call.ts";
import { ended } from "./end-call.ts";
import { answeredBy, refused } from "./ending.ts";
import type { Answered, Refused, RunEnding } from "./outcome.ts";
import { type Stages, shownTo } from "./pipeline.ts";
import { receipted, withReceipt } from "./receipts.ts";
import type { RestoredCall } from "./restore-call.ts";

/** How a call ended that went on as a task. */
export type Finished =
  | { readonly kind: "answered"; readonly output: CheckedResult }
  | { readonly kind: "refused"; readonly error: unknown };

/** Ends a call that went on as a task. Its record gets the outcome before this resolves. */
export type FinishCall = (call: RestoredCall, ending: RunEnding) => Promise<Finished>;

type Needed = Pick<
  Stages,
  | "record"
  | "settle"
  | "validateOutput"
  | "report"
  | "redact"
  | "hint"
  | "remember"
  | "noteLinks"
  | "watchers"
  | "redactRefusal"
>;

/** Creates the second half of a call: the stages behind `run`, in the same order. */
export function createFinishCall(stages: Needed, clock: Pick<Clock, "now">): FinishCall {
  return async function finish(call, ending) {
    if (call.approval.kind !== "not-needed") await stages.settle(call, ending);
    const record = stages.record(call);
    const answered = await answer(stages, call, ending).catch(refused);
    const outcome = await ended(stages, { call, record }, answered);
    stages.noteLinks(call, outcome);
    const ms = Math.max(0, clock.now() - call.begunAt);
    stages.watchers.ended(call, outcome, ms);
    if (outcome.kind === "refused") {
      return { kind: "refused", error: withReceipt(shownTo(stages, outcome.error), outcome) };
    }
    if (outcome.kind === "asked") throw new TypeError("A task that ended asks for input.");
    return { kind: "answered", output: outputOf(outcome) };
  };
}

function outputOf(outcome: Answered): CheckedResult {
  const output = receipted(outcome);
  if ("asks" in output) throw new TypeError("An answer asks for input.");
  return output;
}

/** Passes a result through the second gate. Not cached: it belongs to the owner of its task. */
async function answer(
  stages: Needed,
  call: ApprovedCall,
  ending: RunEnding,
): Promise<Answered | Refused> {
  if ("error" in ending) throw ending.error;
  const checked = await stages.validateOutput(call, ending.raw);
  stages.report(call, ending.raw, checked);
  const { output: cleaned, redacted } = stages.redact(call, checked);
  const output = stages.hint(call, cleaned);
  return answeredBy(call, { output, redacted, fromCache: false });
}
