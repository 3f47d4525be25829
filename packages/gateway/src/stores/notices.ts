/** Short news between processes that share a store. At most once: whoever was away asks again. */
export interface Notices {
  readonly publish: (topic: string, text: string) => Promise<void>;
  /** Until what it gives back is called. */
  readonly subscribe: (
    topic: string,
    listener: (text: string) => void,
  ) => Promise<() => Promise<void>>;
}
