/** The reason why a log was not signed, or its checkpoint not sent. */
export type CheckpointTrouble =
  /** The hash chain is broken: the store was changed. Signing stops. */
  | { readonly kind: "broken"; readonly row: number }
  /** The store lacks the last signed row: it was replaced by an older copy. Signing stops. */
  | { readonly kind: "older"; readonly row: number }
  /** The log is signed under another name. With two names it could not be verified. */
  | { readonly kind: "foreign" }
  | { readonly kind: "store-failed"; readonly error: unknown }
  | { readonly kind: "not-sent"; readonly error: unknown };

/** The end of a sentence about an unsigned log. */
export const troubleText: Readonly<Record<CheckpointTrouble["kind"], string>> = {
  broken: "its rows do not hang together. Somebody changed the store.",
  older:
    "the store does not have all rows that were signed. Put the right one back, or begin again from this one: remove the file beside the key that ends in .edge, and restart.",
  foreign:
    "another key signs this log. Give all gateways that share the store the same audit.key, or begin a new log.",
  "store-failed": "the store failed.",
  "not-sent": "the second place for checkpoints could not be written.",
};
