import type { IncomingCall } from "./call.ts";
import { type Ended, isOpenTask, refused } from "./ending.ts";
import type { CallRecord, Stages } from "./pipeline.ts";

interface Ending {
  readonly call: IncomingCall;
  readonly record: Pick<CallRecord, "closed">;
}

/** Ends a call: what leaves is remembered, then recorded. A task is recorded when it ends. */
export function ended(
  stages: Pick<Stages, "remember">,
  { call, record }: Ending,
  outcome: Ended,
): Ended | Promise<Ended> {
  const remembering = remembered(stages, call, outcome);
  const close = (known: Ended): Ended | Promise<Ended> =>
    isOpenTask(known) ? known : closed(record, call, known);
  return remembering instanceof Promise ? remembering.then(close) : close(remembering);
}

/** Withholds what cannot be remembered: later calls would be judged without it. */
function remembered(
  stages: Pick<Stages, "remember">,
  call: IncomingCall,
  outcome: Ended,
): Ended | Promise<Ended> {
  try {
    const remembering = stages.remember(call, outcome);
    if (remembering === undefined) return outcome;
    return remembering.then(
      () => outcome,
      (error: unknown) => withheld(outcome, error),
    );
  } catch (error) {
    return withheld(outcome, error);
  }
}

/** A refusal stays what it was. */
function withheld(outcome: Ended, error: unknown): Ended {
  return outcome.kind === "refused" ? outcome : refused(error);
}

/** Closes the record. An outcome that cannot be recorded is none: the call is refused. */
function closed(
  record: Pick<CallRecord, "closed">,
  call: IncomingCall,
  outcome: Ended,
): Ended | Promise<Ended> {
  try {
    const closing = record.closed(call, outcome);
    return closing === undefined
      ? outcome
      : closing.then((receipt) => (receipt ? { ...outcome, receipt } : outcome), refused);
  } catch (error) {
    return refused(error);
  }
}
