import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { StoreError } from "../store-error.ts";
import type { Answer, Reply, Request } from "./protocol.ts";

class PendingRequest {
  readonly request: Request;
  readonly dueAt: number;
  isSettled = false;
  readonly #answer = Promise.withResolvers<unknown>();

  constructor(request: Request, dueAt: number) {
    this.request = request;
    this.dueAt = dueAt;
  }

  get answer(): Promise<unknown> {
    return this.#answer.promise;
  }

  settle(answer: Answer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if ("value" in answer) this.#answer.resolve(answer.value);
    else this.#answer.reject(new StoreError(answer.fault, { cause: answer.cause }));
  }
}

/** Pending requests to the thread: first in the queue, then in the current batch. */
export class RequestQueue implements Disposable {
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #queue: PendingRequest[] = [];
  #batch: readonly PendingRequest[] = [];
  /** One timer for all deadlines, because most requests are answered long before theirs. */
  #timer: { readonly until: number; readonly end: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Enqueues a request. It is answered within the deadline. */
  join(request: Request, deadlineMs: number): Promise<unknown> {
    const joined = new PendingRequest(request, this.#clock.monotonic() + deadlineMs);
    this.#queue.push(joined);
    if (this.#timer === undefined) void this.#watchDeadlines();
    // The current timer is set for a later deadline.
    else if (joined.dueAt < this.#timer.until) this.#timer.end.abort();
    return joined.answer;
  }

  /** Returns the next batch, up to a number of requests. The batch before must be over. */
  take(max: number): readonly Request[] {
    this.#batch = this.#queue.slice(0, max);
    this.#queue = this.#queue.slice(max);
    return this.#batch.map(({ request }) => request);
  }

  settle(answers: Reply["answers"]): void {
    for (const [position, answer] of answers) this.#batch[position]?.settle(answer);
  }

  /** Ends the batch. Its unanswered requests get this answer. */
  finish(answer: Answer): void {
    for (const each of this.#batch) each.settle(answer);
    this.#batch = [];
  }

  isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Resolves when all requests pending now are answered. */
  settled(): Promise<unknown> {
    return Promise.allSettled([...this.#batch, ...this.#queue].map(({ answer }) => answer));
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
    this.#timer?.end.abort();
  }

  async #watchDeadlines(): Promise<void> {
    for (let until = this.#nextDueAt(); until < Infinity; until = this.#nextDueAt()) {
      if (this.#closing.signal.aborted) break;
      this.#timer = { until, end: new AbortController() };
      const left = Math.max(1, Math.ceil(until - this.#clock.monotonic()));
      await this.#clock.sleep(left, this.#timer.end.signal).catch(() => undefined);
      this.#refuseOverdue();
    }
    this.#timer = undefined;
  }

  #pending(): readonly PendingRequest[] {
    return [...this.#batch, ...this.#queue].filter((each) => !each.isSettled);
  }

  #nextDueAt(): number {
    return this.#pending().reduce((next, { dueAt }) => Math.min(next, dueAt), Infinity);
  }

  #refuseOverdue(): void {
    const now = this.#clock.monotonic();
    for (const each of this.#pending()) {
      if (each.dueAt <= now) each.settle({ fault: "overdue", cause: undefined });
    }
    // An expired request must never be sent: its caller has been told of a failure.
    this.#queue = this.#queue.filter((each) => !each.isSettled);
  }
}
