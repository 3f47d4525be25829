/** The only source of time in the SDK. It is handed in, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch. For records people read. */
  readonly now: () => number;
  /** Milliseconds that only grow. For measuring. */
  readonly monotonic: () => number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
