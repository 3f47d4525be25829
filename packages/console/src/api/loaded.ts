import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../clock.ts";
import { ApiFailure } from "./failure.ts";

/** What a page knows of an answer. A failure keeps the last value. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly failure: ApiFailure | undefined;
}

export interface Loader<Value> {
  readonly loaded: ReadonlySignal<Loaded<Value>>;
  /** Asks again. An older request is dropped. */
  readonly reload: () => void;
  /** Puts a value that came another way. */
  readonly put: (value: Value) => void;
  readonly stop: () => void;
}

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/** Loads a value, and again after failures that may pass. */
export function createLoader<Value>(
  clock: Clock,
  load: (signal: AbortSignal) => Promise<Value>,
): Loader<Value> {
  const loaded = signal<Loaded<Value>>({ value: undefined, failure: undefined });
  let running = new AbortController();
  let delay = firstDelayMs;
  let cancel: (() => void) | undefined;

  function fail(error: unknown): void {
    if (!(error instanceof ApiFailure)) throw error;
    loaded.value = { ...loaded.value, failure: error };
    if (error.status !== 0 && error.status < 500) return;
    cancel = clock.after(delay, reload);
    delay = Math.min(delay * 2, maxDelayMs);
  }

  function put(value: Value): void {
    loaded.value = { value, failure: undefined };
    delay = firstDelayMs;
  }

  async function ask(ended: AbortSignal): Promise<void> {
    try {
      const value = await load(ended);
      if (!ended.aborted) put(value);
    } catch (error) {
      if (!ended.aborted) fail(error);
    }
  }

  function reload(): void {
    stop();
    running = new AbortController();
    void ask(running.signal);
  }

  function stop(): void {
    cancel?.();
    running.abort();
  }

  return { loaded, reload, put, stop };
}
