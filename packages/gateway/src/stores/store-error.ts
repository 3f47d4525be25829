/** Time limit of a store. Callers are promised a refusal within a second, and it has to travel. */
export const storeDeadlineMs = 800;

/** Time limit of large operations, and of those that only people wait for. */
export const patientDeadlineMs = 20_000;

/** Why a store cannot work. Every fault except `closed` goes away with its cause. */
export type StoreFault =
  | "unreachable"
  | "locked"
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
  locked: "The store is locked by somebody else.",
  "read-only": "The store cannot be written: it is read-only.",
  exposed: "Everybody on this machine can read or write the file of the store. Use chmod o= on it.",
  full: "The store is full.",
  corrupt: "The store is damaged, or is no store.",
  newer: "The store was written by a newer version.",
  older: "The store is not the one that was written to: rows are missing from it.",
  overdue: "The store gave no answer in time. Whether the change was made is not known.",
  closed: "The store is closed.",
  failed: "The store failed.",
} satisfies Record<StoreFault, string>;

/** A failure of a store. Its cause is the store's own error, for the log. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreFault;

  constructor(kind: StoreFault, options?: ErrorOptions) {
    super(messages[kind], options);
    this.kind = kind;
  }
}

/** Returns a loggable reason in our own words, never the failing component's text. */
export function reasonOf(error: unknown): string {
  return error instanceof StoreError ? error.message : "The gateway failed.";
}
