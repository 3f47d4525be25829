import type { ThreadSettings } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";
import type { WaitingLine } from "./waiting-line.ts";

export interface Dispatch {
  /** Hands over everybody who waits, as soon as the thread is free. */
  readonly soon: () => void;
  readonly thread: () => Thread | undefined;
}

/** So that a batch is done well before those are overdue who are in it. */
const mostAtOnce = 1_000;

/**
 * Hands the thread everything that waits, as one batch, whenever it is free: the busier it is, the more
 * share a transaction and its sync. A thread that died is started again for the next request.
 */
export async function startDispatch(
  line: WaitingLine,
  settings: ThreadSettings,
): Promise<Dispatch> {
  let thread: Thread | undefined;
  let isBusy = true;
  let isDue = false;

  const fail = (cause: unknown): void => {
    line.finish({ fault: "failed", cause });
    free();
  };
  const ready = async (): Promise<Thread> => {
    thread ??= await startThread(settings, {
      replied: ({ answers, isLast }) => {
        line.settle(answers);
        if (isLast) fail(undefined);
      },
      ended: (cause) => {
        thread = undefined;
        fail(cause);
      },
    });
    return thread;
  };
  const free = (): void => {
    isBusy = false;
    thread?.hold(false);
    soon();
  };
  const hand = (): void => {
    isDue = false;
    if (isBusy || line.isQueueEmpty()) return;
    isBusy = true;
    thread?.hold(true);
    const batch = line.take(mostAtOnce);
    ready()
      .then((to) => to.send(batch))
      .catch(fail);
  };
  // Not at once: whatever else is asked for in this breath goes along.
  const soon = (): void => {
    if (isDue || isBusy) return;
    isDue = true;
    queueMicrotask(hand);
  };

  await ready();
  isBusy = false;
  return { soon, thread: () => thread };
}
