import type { Clock } from "../../kernel/clock.ts";
import { StoreError } from "../store-error.ts";
import type { Answer, Reply, Request } from "./protocol.ts";

interface Waiting {
  readonly request: Request;
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
  readonly settle: (answer: Answer) => void;
  isSettled: boolean;
}

/** Those who wait for the thread: first in the queue, then in the batch that the thread is working on. */
export interface WaitingLine extends Disposable {
  readonly join: (request: Request) => Promise<unknown>;
  /** The next batch: everybody in the queue, up to a number. The batch before must be over. */
  readonly take: (most: number) => readonly Request[];
  readonly settle: (answers: Reply["answers"]) => void;
  /** The batch is over. Whoever still waits in it gets this answer. */
  readonly finish: (answer: Answer) => void;
  readonly isQueueEmpty: () => boolean;
  /** Resolves when everybody has an answer who waits now. */
  readonly settled: () => Promise<unknown>;
}

/** Nobody waits longer than the deadline. One timer serves all, because most are answered long before. */
export function createWaitingLine(clock: Clock, deadlineMs: number): WaitingLine {
  let queue: Waiting[] = [];
  let batch: readonly Waiting[] = [];
  let isWatching = false;
  const end = new AbortController();

  const oldest = (): Waiting | undefined => batch.find((each) => !each.isSettled) ?? queue[0];

  const refuseOverdue = (): void => {
    const latest = clock.monotonic() - deadlineMs;
    for (const each of [...batch, ...queue]) {
      if (each.askedAt <= latest) each.settle({ fault: "overdue", cause: undefined });
    }
    // What was not sent yet is never sent: whoever asked has been told that it failed.
    queue = queue.filter((each) => !each.isSettled);
  };

  const watch = async (): Promise<void> => {
    isWatching = true;
    for (let next = oldest(); next !== undefined && !end.signal.aborted; next = oldest()) {
      const left = next.askedAt + deadlineMs - clock.monotonic();
      await clock.sleep(Math.max(1, Math.ceil(left)), end.signal).catch(() => undefined);
      refuseOverdue();
    }
    isWatching = false;
  };

  return {
    join: (request) => {
      const waiting = createWaiting(request, clock.monotonic());
      queue.push(waiting);
      if (!isWatching) void watch();
      return waiting.answer;
    },
    take: (most) => {
      batch = queue.slice(0, most);
      queue = queue.slice(most);
      return batch.map(({ request }) => request);
    },
    settle: (answers) => {
      for (const [place, answer] of answers) batch[place]?.settle(answer);
    },
    finish: (answer) => {
      for (const each of batch) each.settle(answer);
      batch = [];
    },
    isQueueEmpty: () => queue.length === 0,
    settled: () => Promise.allSettled([...batch, ...queue].map(({ answer }) => answer)),
    [Symbol.dispose]: () => end.abort(),
  };
}

function createWaiting(request: Request, askedAt: number): Waiting {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const waiting: Waiting = {
    request,
    askedAt,
    answer: promise,
    isSettled: false,
    settle: (answer) => {
      if (waiting.isSettled) return;
      waiting.isSettled = true;
      if ("value" in answer) resolve(answer.value);
      else reject(new StoreError(answer.fault, { cause: answer.cause }));
    },
  };
  return waiting;
}
