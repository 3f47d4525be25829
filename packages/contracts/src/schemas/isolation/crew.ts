import type { Clock } from "../../kernel/clock.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { Reply, Request } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";

export interface Question {
  /** Key for fair queueing. */
  readonly key: string;
  readonly request: Request;
  /** CPU time. On a busy machine the answer may take longer. */
  readonly deadlineMs: number;
}

/** One working thread and one spare, so that ending the first delays no request. */
export interface Crew extends AsyncDisposable {
  /** Undefined on a timeout: the thread has been ended. */
  readonly ask: (question: Question) => Promise<Reply | undefined>;
}

interface Task extends Question {
  readonly settle: (reply: Reply | undefined) => void;
}

export function createCrew(clock: Clock, startNew: () => Promise<Thread> = startThread): Crew {
  const queue = createFairQueue<Task>();
  const started = new Set<Promise<Thread | undefined>>();
  let working: Promise<Thread | undefined> | undefined;
  let spare: Promise<Thread | undefined> | undefined;
  let isBusy = false;
  let isDisposed = false;

  const start = (): Promise<Thread | undefined> => {
    // A machine without room for another thread may have some later.
    const thread = startNew().catch(() => undefined);
    started.add(thread);
    return thread;
  };

  const end = async (thread: Promise<Thread | undefined>): Promise<void> => {
    await (await thread)?.end();
    started.delete(thread);
  };

  const perform = async ({ request, deadlineMs }: Task): Promise<Reply | undefined> => {
    working ??= spare ?? start();
    const current = working;
    const thread = await current;
    if (spare === current) spare = undefined;
    // If one thread does not fit, a second will not either.
    if (thread !== undefined) spare ??= start();
    const reply = thread && (await answerInTime(thread, { request, deadlineMs }, clock));
    if (reply === undefined) {
      working = undefined;
      // Not awaited: the caller has waited long enough.
      void end(current);
    }
    return reply;
  };

  const drain = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let task = queue.take(); task !== undefined; task = queue.take()) {
      task.settle(isDisposed ? undefined : await perform(task));
    }
    isBusy = false;
  };

  return {
    ask: (question) =>
      new Promise((settle) => {
        queue.add(question.key, { ...question, settle });
        void drain();
      }),
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      await Promise.all([...started].map(end));
    },
  };
}

/** How often a starved thread gets the rest of its CPU time. */
const mostExtensions = 20;

/**
 * Undefined on a timeout. Counts the thread's CPU time: a busy machine must not make a good schema
 * look bad.
 */
async function answerInTime(
  thread: Thread,
  { request, deadlineMs }: Pick<Question, "request" | "deadlineMs">,
  clock: Clock,
): Promise<Reply | undefined> {
  const finished = new AbortController();
  const answer = thread.ask(request).finally(() => finished.abort());
  let leftMs = deadlineMs;
  for (let i = 0; i < mostExtensions && leftMs >= 1; i += 1) {
    // The answer aborts the sleep, and is available by then.
    const isLate = await clock.sleep(leftMs, finished.signal).then(
      () => true,
      () => false,
    );
    if (!isLate) return answer;
    leftMs = deadlineMs - (await thread.spentMs());
  }
  return undefined;
}
