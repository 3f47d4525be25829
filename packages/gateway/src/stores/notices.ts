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
