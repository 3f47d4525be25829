/** How far one receiver of the audit log has come. */
export interface Delivery {
  /** The configured name of the receiver. */
  readonly receiver: string;
  /** The last row that the receiver acknowledged. 0 before the first. */
  readonly row: number;
  /** The hash of that row. Null before the first. */
  readonly hash: string | null;
  /** Why rows are no longer sent. Null while they are. */
  readonly stopped: string | null;
  /** When this was last changed, in milliseconds since 1970. */
  readonly at: number;
}

/** The right to send rows to a receiver. Each new holder gets a higher number. */
export interface Lease {
  readonly receiver: string;
  readonly fence: number;
}

export interface Claim {
  readonly receiver: string;
  /** The id of the claiming process. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The end of the lease, unless it is renewed. */
  readonly until: number;
}

/** What a claim returns: the lease, and where to go on. */
export interface Claimed extends Lease {
  readonly delivery: Delivery;
}

/**
 * Cursors of the receivers of the audit log. One process at a time sends to a receiver. A process
 * that lost its lease cannot move the cursor.
 */
export interface DeliveryStore {
  /** Takes or renews the lease. Undefined while another process has it. */
  readonly claim: (claim: Claim) => Promise<Claimed | undefined>;
  /** Ends the lease early, so that another process need not wait. */
  readonly release: (lease: Lease) => Promise<void>;
  /** Moves the cursor. False if the lease was lost: nothing is changed then. */
  readonly save: (lease: Lease, delivery: Delivery) => Promise<boolean>;
  /** Moves the cursor for an operator, whichever process has the lease. That process loses it. */
  readonly reset: (delivery: Delivery) => Promise<void>;
  /** Returns all cursors, by name. */
  readonly list: () => Promise<readonly Delivery[]>;
}

/** The cursor of a receiver that has got nothing yet. */
export function newDelivery(receiver: string, at: number): Delivery {
  return { receiver, row: 0, hash: null, stopped: null, at };
}
