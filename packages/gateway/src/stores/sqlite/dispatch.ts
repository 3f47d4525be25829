import type { ThreadSettings } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";
import type { WaitingLine } from "./waiting-line.ts";

export interface Dispatch {
  /** Hands over all waiting requests as soon as the thread is free. */
  readonly soon: () => void;
  readonly thread: () => Thread | undefined;
}

/** Keeps a batch short enough to finish well before its requests are overdue. */
const mostAtOnce = 1_000;

/**
 * Sends all waiting requests to the thread as one batch whenever it is free. Under load more
 * requests share a transaction and its sync. A dead thread is restarted for the next request.
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
  // Deferred, so that requests of the same tick join the batch.
  const soon = (): void => {
    if (isDue || isBusy) return;
    isDue = true;
    queueMicrotask(hand);
  };

  await ready();
  isBusy = false;
  return { soon, thread: () => thread };
}
