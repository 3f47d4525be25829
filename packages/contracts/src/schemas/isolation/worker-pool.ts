import type { Clock } from "../../kernel/clock.ts";
import type { Reply, Request } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";

export interface Question {
  /** Key for fair queueing. */
  readonly key: string;
  readonly request: Request;
  /** CPU time. On a busy machine the answer may take longer. */
  readonly deadlineMs: number;
}

/** `unstarted` if no thread could start, and undefined on a timeout. */
export type Answer = Reply | { readonly kind: "unstarted" } | undefined;

interface Task extends Question {
  readonly settle: (answer: Answer) => void;
}

/** One working thread and one spare, so that ending the first delays no request. */
export class WorkerPool implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #startNew: () => Promise<Thread>;
  readonly #queue = new FairQueue<Task>();
  readonly #started = new Set<Promise<Thread | undefined>>();
  #working: Promise<Thread | undefined> | undefined;
  #spare: Promise<Thread | undefined> | undefined;
  #isBusy = false;
  #isDisposed = false;

  constructor(clock: Clock, startNew: () => Promise<Thread> = startThread) {
    this.#clock = clock;
    this.#startNew = startNew;
  }

  /** On a timeout the thread has been ended. */
  ask(question: Question): Promise<Answer> {
    return new Promise((settle) => {
      this.#queue.add(question.key, { ...question, settle });
      void this.#drain();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#started].map((thread) => this.#end(thread)));
  }

  async #drain(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let task = this.#queue.take(); task !== undefined; task = this.#queue.take()) {
      task.settle(this.#isDisposed ? undefined : await this.#perform(task));
    }
    this.#isBusy = false;
  }

  async #perform(task: Task): Promise<Answer> {
    this.#working ??= this.#spare ?? this.#start();
    const current = this.#working;
    const thread = await current;
    if (this.#spare === current) this.#spare = undefined;
    // If one thread does not fit, a second will not either.
    if (thread !== undefined) this.#spare ??= this.#start();
    const answer = await answerBy(thread, task, this.#clock);
    if (answer === undefined || thread === undefined) {
      this.#working = undefined;
      // Not awaited: the caller has waited long enough.
      void this.#end(current);
    }
    return answer;
  }

  #start(): Promise<Thread | undefined> {
    // A machine without room for another thread may have some later.
    const thread = this.#startNew().catch(() => undefined);
    this.#started.add(thread);
    return thread;
  }

  async #end(thread: Promise<Thread | undefined>): Promise<void> {
    await (await thread)?.end();
    this.#started.delete(thread);
  }
}

async function answerBy(thread: Thread | undefined, task: Task, clock: Clock): Promise<Answer> {
  return thread === undefined ? { kind: "unstarted" } : answerInTime(thread, task, clock);
}

/** How often a starved thread gets the rest of its CPU time. */
const maxExtensions = 20;

/**
 * Undefined on a timeout. Counts the thread's CPU time: a busy machine must not make a good schema
 * look bad.
 */
async function answerInTime(
  thread: Thread,
  { request, deadlineMs }: Question,
  clock: Clock,
): Promise<Reply | undefined> {
  const finished = new AbortController();
  const answer = thread.ask(request).finally(() => finished.abort());
  let leftMs = deadlineMs;
  for (let i = 0; i < maxExtensions && leftMs >= 1; i += 1) {
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

/** Alternates between keys: a thousand requests of one key delay the others by one turn. */
export class FairQueue<Entry> {
  // A map keeps insertion order: after its turn a key moves to the end.
  readonly #queues = new Map<string, Entry[]>();

  add(key: string, entry: Entry): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [entry]);
    else queue.push(entry);
  }

  take(): Entry | undefined {
    for (const [key, queue] of this.#queues) {
      const entry = queue.shift();
      this.#queues.delete(key);
      if (queue.length > 0) this.#queues.set(key, queue);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}
