import { findSecrets } from "../../../boundary/redaction/find-secrets.ts";

/** A run that no word of a language has: long, with letters and digits. */
const longRun = /[A-Za-z0-9_+/=-]{20,}/g;

/** Returns whether a text holds a secret, or a run of characters that may be one of any maker. */
export function holdsSecret(text: string): boolean {
  if (findSecrets(text).length > 0) return true;
  return [...text.matchAll(longRun)].some(([run]) => /\d/.test(run) && /[A-Za-z]/.test(run));
}
