/** What a call needs a place in, and how many there are for all processes together. */
export interface Want {
  readonly key: string;
  readonly most: number;
}

/** A place that this process has, whether or not a call is in it. */
export interface Place extends Want {
  readonly holder: string;
  /** When it was entered first. */
  readonly since: number;
  /** Until when the store keeps it. */
  until: number;
  /** When the last call left it; undefined while one is in it. */
  freeSince: number | undefined;
}
