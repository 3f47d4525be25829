import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignatureKind {
  readonly key: Uint8Array;
  /** The prefix of every text of this kind, for quick recognition. */
  readonly mark: string;
  /** Domain separation: a signature for one kind is invalid for another, even with the same key. */
  readonly domain: string;
  /** A longer text is not ours. */
  readonly longest: number;
}

export type OpenedText =
  | { readonly kind: "ours"; readonly text: string }
  /** It lacks the mark of this kind. */
  | { readonly kind: "foreign" }
  /** It looks like ours but is not: changed, truncated, or signed with another key. */
  | { readonly kind: "forged" };

/** Signs texts that others carry for us. They are readable but tamper-proof. */
export interface SignedTexts {
  /** Returns undefined if it would exceed `longest`. */
  readonly close: (text: string) => string | undefined;
  readonly open: (signed: string) => OpenedText;
}

export function createSignedTexts({ key, mark, domain, longest }: SignatureKind): SignedTexts {
  const sign = (payload: string): string =>
    createHmac("sha256", key).update(domain).update(payload).digest("base64url");

  return {
    close: (text) => {
      const payload = Buffer.from(text).toString("base64url");
      const signed = `${mark}${payload}.${sign(payload)}`;
      return signed.length > longest ? undefined : signed;
    },
    open: (signed) => {
      if (!signed.startsWith(mark)) return { kind: "foreign" };
      if (signed.length > longest) return { kind: "forged" };
      const [payload = "", signature = "", ...more] = signed.slice(mark.length).split(".");
      if (more.length > 0 || !isSame(signature, sign(payload))) return { kind: "forged" };
      return { kind: "ours", text: Buffer.from(payload, "base64url").toString("utf8") };
    },
  };
}

// Compares the encoded form: a signature has one valid spelling.
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
