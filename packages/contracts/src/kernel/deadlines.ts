import type { Clock } from "./clock.ts";
import { SlotMap } from "./slot-map.ts";

interface Deadline {
  readonly number: number;
  readonly when: number;
  readonly expire: () => void;
}

/**
 * Runs callbacks at their deadlines, with one timer for all: most deadlines are never reached.
 * Times are in `clock.monotonic` milliseconds.
 */
export class Deadlines implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new SlotMap<Deadline>();
  #taken = 0;
  #isOver = false;
  #sleeper: { readonly until: number; readonly end: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns a function that cancels it. */
  at(when: number, expire: () => void): () => void {
    // After disposal new deadlines are ignored: a timer would keep the process alive.
    if (this.#isOver) return () => undefined;
    const number = this.#taken;
    this.#taken += 1;
    this.#waiting.set(number, { number, when, expire });
    if (this.#sleeper === undefined || when < this.#sleeper.until) this.#sleepUntil(when);
    return () => {
      this.#waiting.remove(number);
    };
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#sleeper?.end.abort();
    this.#sleeper = undefined;
    for (const number of this.#waiting.numbers()) this.#waiting.remove(number);
  }

  #sleepUntil(until: number): void {
    this.#sleeper?.end.abort();
    const end = new AbortController();
    this.#sleeper = { until, end };
    const ms = Math.max(0, until - this.#clock.monotonic());
    this.#clock.sleep(ms, end.signal).then(this.#wake, () => undefined);
  }

  readonly #wake = (): void => {
    this.#sleeper = undefined;
    const now = this.#clock.monotonic();
    const due = [...this.#waiting.values()].filter(({ when }) => when <= now);
    for (const { number, expire } of due) {
      this.#waiting.remove(number);
      expire();
    }
    const next = Math.min(...[...this.#waiting.values()].map(({ when }) => when));
    if (Number.isFinite(next)) this.#sleepUntil(next);
  };
}
