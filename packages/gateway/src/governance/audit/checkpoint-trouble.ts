/** Why a log was not signed, or its checkpoint not sent. */
export type CheckpointTrouble =
  /** The rows do not hang together: somebody changed the store. Nothing is signed any more. */
  | { readonly kind: "broken"; readonly row: number }
  /** The store does not have the last row that was signed: an older one was put in its place. Nothing is signed any more. */
  | { readonly kind: "older"; readonly row: number }
  /** The log is signed under another name. Two names in one log would leave nobody able to verify it. */
  | { readonly kind: "foreign" }
  | { readonly kind: "store-failed"; readonly error: unknown }
  | { readonly kind: "not-sent"; readonly error: unknown };

/** As the end of a sentence about a log that was not signed. */
export const troubleText: Readonly<Record<CheckpointTrouble["kind"], string>> = {
  broken: "its rows do not hang together. Somebody changed the store.",
  older:
    "the store does not have all rows that were signed. Put the right one back, or begin again from this one: remove the file beside the key that ends in .edge, and restart.",
  foreign:
    "another key signs this log. Give all gateways that share the store the same audit.key, or begin a new log.",
  "store-failed": "the store failed.",
  "not-sent": "the second place for checkpoints could not be written.",
};
