/** Tells work to end early. Every `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason: unknown;
  readonly addEventListener: (type: "abort", listener: () => void, options?: Once) => void;
  readonly removeEventListener: (type: "abort", listener: () => void) => void;
}

interface Once {
  readonly once: true;
}

/**
 * Cancels work. Nearly every call creates two of these and aborts none, and a controller of the
 * platform costs as much as several stages of a call. Listeners are called once and must not throw.
 */
export class Canceller implements Cancellation {
  aborted = false;
  reason: unknown = undefined;
  // A call rarely has a second listener.
  #first: (() => void) | undefined = undefined;
  #others: Set<() => void> | undefined = undefined;

  /** Does nothing if it was aborted before. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const first = this.#first;
    const others = this.#others ?? [];
    this.#first = undefined;
    this.#others = undefined;
    first?.();
    for (const listener of others) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.aborted || listener === this.#first) return;
    const isNew = this.#others?.has(listener) !== true;
    if (this.#first === undefined && isNew) this.#first = listener;
    else (this.#others ??= new Set()).add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    if (listener === this.#first) this.#first = undefined;
    else this.#others?.delete(listener);
  }
}

/** Returns a signal for an API that needs one. */
export function signalOf(cancellation: Cancellation): AbortSignal {
  if (cancellation instanceof AbortSignal) return cancellation;
  if (cancellation.aborted) return AbortSignal.abort(cancellation.reason);
  const controller = new AbortController();
  const abort = (): void => controller.abort(cancellation.reason);
  cancellation.addEventListener("abort", abort, { once: true });
  return controller.signal;
}
