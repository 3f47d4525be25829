/**
 * Short notices between processes that share a store. Delivered at most once: a listener that was
 * away must poll.
 */
export interface Notices {
  readonly publish: (topic: string, text: string) => Promise<void>;
  /** Subscribes until the returned function is called. */
  readonly subscribe: (
    topic: string,
    listener: (text: string) => void,
  ) => Promise<() => Promise<void>>;
}

/** Calls a listener. A throwing one must not affect the others or the connection. */
export function notify(listener: (text: string) => void, text: string): void {
  try {
    listener(text);
  } catch {
    return;
  }
}
