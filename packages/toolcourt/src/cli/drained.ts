interface Output extends Pick<NodeJS.EventEmitter, "once" | "off"> {
  readonly writableNeedDrain: boolean;
}

/**
 * Creates a function that waits for the reader of a stream, so that output does not pile up in
 * memory. It stops waiting if the reader leaves, and rejects if the command is to stop.
 */
export function createDrained(output: Output, stopped: AbortSignal): () => Promise<void> {
  return async () => {
    if (!output.writableNeedDrain) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = (): void => {
      // Only a signal of the system has a name. A reader that left is no failure.
      if (typeof stopped.reason === "string") reject(new Error("The command was stopped."));
      else resolve();
    };
    output.once("drain", resolve).once("close", resolve);
    stopped.addEventListener("abort", stop, { once: true });
    if (stopped.aborted) stop();
    await promise.finally(() => {
      output.off("drain", resolve).off("close", resolve);
      stopped.removeEventListener("abort", stop);
    });
  };
}
