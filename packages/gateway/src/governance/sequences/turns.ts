import { StoreError } from "../../stores/store-error.ts";

/** Whether a work is done although the store failed while it waited. Default: it fails as well. */
type Trying = "always" | undefined;

export type Turns = <Answer>(
  name: string,
  work: () => Promise<Answer>,
  trying?: Trying,
) => Promise<Answer>;

interface Queue {
  /** Resolves when the work that came last is done. */
  last: Promise<void> | undefined;
  /** How many works came so far. */
  joined: number;
  waiting: number;
  /** The works that had come when the store failed. */
  failed: number;
  fault: StoreError | undefined;
}

/**
 * Does the works of one name one after the other, and those of others at the same time. If the
 * store fails, those that wait fail with it: each of them would wait for the same deadline.
 */
export function createTurns(): Turns {
  const queues = new Map<string, Queue>();
  return async function inTurn(name, work, trying) {
    const waiting = queues.get(name);
    const queue = waiting ?? newQueue();
    if (waiting === undefined) queues.set(name, queue);
    queue.joined += 1;
    queue.waiting += 1;
    const number = queue.joined;
    const before = queue.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.last = promise;
    try {
      // The first one does not wait for itself.
      if (waiting !== undefined) await before;
      if (trying === undefined && number <= queue.failed && queue.fault) throw queue.fault;
      return await work().catch((error: unknown) => rethrow(queue, error));
    } finally {
      resolve();
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  };
}

function rethrow(queue: Queue, error: unknown): never {
  // A place that another process took says nothing about the next work.
  if (error instanceof StoreError && error.kind !== "contended") {
    queue.failed = queue.joined;
    queue.fault = error;
  }
  throw error;
}

function newQueue(): Queue {
  return { last: undefined, joined: 0, waiting: 0, failed: 0, fault: undefined };
}
