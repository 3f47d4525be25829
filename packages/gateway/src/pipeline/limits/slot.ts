/** The key of a slot a call needs, and the limit across all processes. */
export interface Want {
  readonly key: string;
  readonly most: number;
}

/** A slot this process holds, in use or not. */
export interface Slot extends Want {
  readonly holder: string;
  readonly room: Capacity;
  /** When it was first acquired. */
  readonly since: number;
  /** Lease end in the store. */
  until: number;
  /** When the last call left it. Undefined while in use. */
  freeSince: number | undefined;
  /** Whether the store holds the lease for us. */
  isKept: boolean;
}

/** The slots of this process under one key. */
export interface Capacity {
  /** Unused slots. */
  readonly free: Slot[];
  /** Number of calls in progress. */
  used: number;
}
