/** The only source of time in the SDK. Injected, so that tests can freeze it. */
export interface Clock {
  /** Milliseconds since the epoch, for records that people read. */
  readonly now: () => number;
  /** Monotonic milliseconds, for measuring. */
  readonly monotonic: () => number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
