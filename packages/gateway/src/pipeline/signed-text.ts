import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignatureKind {
  readonly key: Uint8Array;
  /** The prefix of every text of this kind, for quick recognition. */
  readonly mark: string;
  /** Domain separation: a signature for one kind is invalid for another, even with the same key. */
  readonly domain: string;
  /** A longer text is not ours. */
  readonly maxLength: number;
}

export type OpenedText =
  | { readonly kind: "ours"; readonly text: string }
  /** It lacks the mark of this kind. */
  | { readonly kind: "foreign" }
  /** It looks like ours but is not: changed, truncated, or signed with another key. */
  | { readonly kind: "forged" };

/**
 * Signs a text that others carry for us. It is readable but tamper-proof. Returns undefined if it
 * would exceed `maxLength`.
 */
export function signText(kind: SignatureKind, text: string): string | undefined {
  const payload = Buffer.from(text).toString("base64url");
  const signed = `${kind.mark}${payload}.${signatureOf(kind, payload)}`;
  return signed.length > kind.maxLength ? undefined : signed;
}

export function openText(kind: SignatureKind, signed: string): OpenedText {
  if (!signed.startsWith(kind.mark)) return { kind: "foreign" };
  if (signed.length > kind.maxLength) return { kind: "forged" };
  const [payload = "", signature = "", ...more] = signed.slice(kind.mark.length).split(".");
  if (more.length > 0 || !isSame(signature, signatureOf(kind, payload))) return { kind: "forged" };
  return { kind: "ours", text: Buffer.from(payload, "base64url").toString("utf8") };
}

function signatureOf({ key, domain }: SignatureKind, payload: string): string {
  return createHmac("sha256", key).update(domain).update(payload).digest("base64url");
}

// Compares the encoded form: a signature has one valid spelling.
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
