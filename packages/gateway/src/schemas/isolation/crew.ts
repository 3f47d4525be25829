import type { Clock } from "../../kernel/clock.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { Reply, Request } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";

export interface Question {
  /** Whose turn it takes. */
  readonly key: string;
  readonly request: Request;
  readonly deadlineMs: number;
}

/** One thread that works and one that stands by, so that ending the first keeps nobody waiting. */
export interface Crew extends AsyncDisposable {
  /** Undefined when there was no answer in time: the thread that owed it is gone. */
  readonly ask: (question: Question) => Promise<Reply | undefined>;
}

interface Task extends Question {
  readonly settle: (reply: Reply | undefined) => void;
}

export function createCrew(clock: Clock, startNew: () => Promise<Thread> = startThread): Crew {
  const queue = createFairQueue<Task>();
  const started = new Set<Promise<Thread>>();
  let working: Promise<Thread> | undefined;
  let spare: Promise<Thread> | undefined;
  let isBusy = false;
  let isDisposed = false;

  const start = (): Promise<Thread> => {
    const thread = startNew();
    started.add(thread);
    return thread;
  };

  const end = async (thread: Promise<Thread>): Promise<void> => {
    await (await thread).end();
    started.delete(thread);
  };

  const perform = async ({ request, deadlineMs }: Task): Promise<Reply | undefined> => {
    working ??= spare ?? start();
    const current = working;
    const thread = await current;
    spare = spare === undefined || spare === current ? start() : spare;
    const reply = await withinDeadline(thread.ask(request), deadlineMs, clock);
    if (reply === undefined) {
      working = undefined;
      // Nobody waits for its end: whoever asked has waited long enough.
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

async function withinDeadline<T>(
  work: Promise<T>,
  ms: number,
  clock: Clock,
): Promise<T | undefined> {
  const finished = new AbortController();
  const expiry = clock.sleep(ms, finished.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, expiry]);
  } finally {
    finished.abort();
  }
}
