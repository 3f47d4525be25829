import { createHmac } from "node:crypto";

/** Whose history it is. */
export interface HistoryOwner {
  /** Default: none. */
  readonly tenant?: string | undefined;
  /** The pseudonym in the audit log. */
  readonly subject: string;
  /** A part of what the principal does, such as a conversation. Default: all of it. */
  readonly part?: string | undefined;
}

/**
 * Returns the name of a history in the store. It is made of the pseudonym, which is random and goes
 * with an erased person. So nothing leads from a history back to them, not even the key.
 */
export function historyName(key: Uint8Array, { tenant = "", subject, part }: HistoryOwner): string {
  const named = ["toolcourt-history-v1", tenant, subject, ...(part === undefined ? [] : [part])];
  return createHmac("sha256", key).update(JSON.stringify(named)).digest("base64url");
}
