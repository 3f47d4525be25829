import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { StoreError } from "../store-error.ts";
import { createAlarm } from "./alarm.ts";
import type { Answer, Reply, Request } from "./protocol.ts";

interface Waiting {
  readonly request: Request;
  readonly dueAt: number;
  readonly answer: Promise<unknown>;
  readonly settle: (answer: Answer) => void;
  isSettled: boolean;
}

/** Pending requests to the thread: first in the queue, then in the current batch. */
export interface WaitingLine extends Disposable {
  /** Enqueues a request. It is answered within the deadline. */
  readonly join: (request: Request, deadlineMs: number) => Promise<unknown>;
  /** Returns the next batch, up to a number of requests. The batch before must be over. */
  readonly take: (most: number) => readonly Request[];
  readonly settle: (answers: Reply["answers"]) => void;
  /** Ends the batch. Its unanswered requests get this answer. */
  readonly finish: (answer: Answer) => void;
  readonly isQueueEmpty: () => boolean;
  /** Resolves when all requests pending now are answered. */
  readonly settled: () => Promise<unknown>;
}

export function createWaitingLine(clock: Clock): WaitingLine {
  let queue: Waiting[] = [];
  let batch: readonly Waiting[] = [];

  const waiting = (): readonly Waiting[] => [...batch, ...queue].filter((each) => !each.isSettled);
  const nextDueAt = (): number =>
    waiting().reduce((next, { dueAt }) => Math.min(next, dueAt), Infinity);

  const refuseOverdue = (): void => {
    const now = clock.monotonic();
    for (const each of waiting()) {
      if (each.dueAt <= now) each.settle({ fault: "overdue", cause: undefined });
    }
    // An expired request must never be sent: its caller has been told of a failure.
    queue = queue.filter((each) => !each.isSettled);
  };

  const alarm = createAlarm(clock, { nextDueAt, ring: refuseOverdue });

  return {
    join: (request, deadlineMs) => {
      const joined = createWaiting(request, clock.monotonic() + deadlineMs);
      queue.push(joined);
      alarm.expect(joined.dueAt);
      return joined.answer;
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
    [Symbol.dispose]: () => alarm[Symbol.dispose](),
  };
}

function createWaiting(request: Request, dueAt: number): Waiting {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const waiting: Waiting = {
    request,
    dueAt,
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
