import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { patientDeadlineMs, storeDeadlineMs } from "../store-deadline.ts";
import { StoreError } from "../store-error.ts";
import { startDispatch } from "./dispatch.ts";
import type { How, ThreadSettings } from "./protocol.ts";
import type { StepName, Steps } from "./steps.ts";
import type { Thread } from "./thread.ts";
import { createWaitingLine } from "./waiting-line.ts";

/** Runs a step in the thread. Rejects with a `StoreError` if it fails or times out. */
export type Ask = <Name extends StepName>(
  step: Name,
  values: Parameters<Steps[Name]>,
  how: How,
) => Promise<ReturnType<Steps[Name]>>;

export interface Desk extends AsyncDisposable {
  readonly ask: Ask;
}

export interface DeskOptions {
  readonly thread: ThreadSettings;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

/**
 * Opens the queue between the stores and the database thread. Closing waits for pending requests.
 */
export async function openDesk({ thread, clock, deadlineMs }: DeskOptions): Promise<Desk> {
  const line = createWaitingLine(clock);
  const dispatch = await startDispatch(line, thread);
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await line.settled();
    line[Symbol.dispose]();
    const last = dispatch.thread();
    if (last !== undefined) await endThread(last, clock, deadlineMs);
  };
  const ask: Ask = async (step, values, how) => {
    if (closing !== undefined) throw new StoreError("closed");
    const answer = line.join({ step, values, how }, deadlineOf(step, deadlineMs));
    dispatch.soon();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step gives what its type says, also from another thread
    return (await answer) as never;
  };
  return {
    ask,
    [Symbol.asyncDispose]: () => {
      closing ??= close();
      return closing;
    },
  };
}

/**
 * Returns the deadline of a step. Importing a thousand drafts takes longer than a call may wait.
 */
function deadlineOf(step: StepName, usualMs: number): number {
  return step === "putDrafts" ? Math.max(usualMs, patientDeadlineMs) : usualMs;
}

/** Ends the thread, or abandons it if the disk hangs: all requests are answered by then. */
async function endThread(thread: Thread, clock: Clock, deadlineMs: number): Promise<void> {
  const done = new AbortController();
  thread.send("close");
  const late = clock.sleep(Math.min(deadlineMs, storeDeadlineMs), done.signal).then(
    () => thread.end(),
    () => undefined,
  );
  await Promise.race([thread.ended, late]);
  done.abort();
}
