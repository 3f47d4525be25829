/** Gives what the work gives, or throws the signal's reason without waiting for the work to notice. */
export async function beforeAbort<T>(
  signal: AbortSignal,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  aborted.promise.catch(() => undefined);
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Passes on what comes until the signal aborts. Whoever gives it may ignore the signal for ever. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await beforeAbort(signal, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: it is told that nobody listens any more, and nobody waits for what it makes of that.
    Promise.try(() => iterator.return?.()).catch(() => undefined);
  }
}
