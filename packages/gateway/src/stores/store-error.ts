/** Time limit of a store. Callers are promised a refusal within a second, and it has to travel. */
export const storeDeadlineMs = 800;

/** Time limit of large operations, and of those that only people wait for. */
export const patientDeadlineMs = 20_000;

/** Why a store cannot work. Every fault except `closed` goes away with its cause. */
export type StoreFault =
  | "unreachable"
  | "locked"
  | "contended"
  | "read-only"
  | "exposed"
  | "full"
  | "corrupt"
  | "newer"
  | "older"
  | "overdue"
  | "closed"
  | "failed";

const messages = {
  unreachable: "The store cannot be reached: its file, folder or server is not there.",
  locked: "Another process holds the lock of the store.",
  contended: "Other processes changed the same record again and again. Nothing was changed.",
  "read-only": "The store cannot be written: it is read-only.",
  exposed: "All users of this machine can read or write the store file. Run chmod o= on it.",
  full: "The store is full.",
  corrupt: "The store is damaged, or it is not a Toolcourt store.",
  newer: "The store was written by a newer version.",
  older: "The store lacks rows that were written: an older copy has replaced it.",
  overdue: "The store did not answer in time. The change may have been made.",
  closed: "The store is closed.",
  failed: "The store failed.",
} satisfies Record<StoreFault, string>;

/**
 * A failure of a store. Its cause is the store's own error, for the log.
 *
 * @example
 * ```ts
 * const cause = new Error("ECONNREFUSED");
 * throw new StoreError("unreachable", { cause });
 * ```
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreFault;

  constructor(kind: StoreFault, options?: ErrorOptions) {
    super(messageOf(kind, options?.cause), options);
    this.kind = kind;
  }
}

/** Refuses a store whose schema was written by a newer version, before anything is changed. */
export function assertKnownSchema(found: number, known: number): void {
  if (found > known) throw new StoreError("newer", { cause: { found, known } });
}

// Plain data instead of a class: the cause may come from another thread.
function messageOf(kind: StoreFault, cause: unknown): string {
  if (kind !== "newer" || typeof cause !== "object" || cause === null) return messages[kind];
  const { found, known } = { found: 0, known: 0, ...cause };
  return `${messages.newer} Its schema is ${found}, and this version knows schemas up to ${known}. Nothing was changed.`;
}

/** Whether a value names a fault. */
export function isStoreFault(value: unknown): value is StoreFault {
  return typeof value === "string" && Object.hasOwn(messages, value);
}

/** Returns a loggable reason in our own words, never the failing component's text. */
export function reasonOf(error: unknown): string {
  return error instanceof StoreError ? error.message : "The gateway failed.";
}
