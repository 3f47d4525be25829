/** What a call needs a place in, and how many there are for all processes together. */
export interface Want {
  readonly key: string;
  readonly most: number;
}

/** A place that this process has, whether or not a call is in it. */
export interface Place extends Want {
  readonly holder: string;
  readonly room: Room;
  /** When it was entered first. */
  readonly since: number;
  /** Until when the store keeps it. */
  until: number;
  /** When the last call left it; undefined while one is in it. */
  freeSince: number | undefined;
  /** Whether the store keeps it for us. */
  isKept: boolean;
}

/** What this process has under one key. */
export interface Room {
  /** Places that no call is in. */
  readonly free: Place[];
  /** How many calls are in. */
  used: number;
}
