/**
 * Returns the result of the work. On abort it throws the signal's reason without waiting for the
 * work.
 */
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

/** Passes on items until the signal aborts. The source may ignore the signal forever. */
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
    // Not awaited: the iterator is told to close, and its cleanup may hang.
    Promise.try(() => iterator.return?.()).catch(() => undefined);
  }
}
