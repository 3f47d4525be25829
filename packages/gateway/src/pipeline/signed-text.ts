import { createHmac, timingSafeEqual } from "node:crypto";

export interface SignatureKind {
  readonly key: Uint8Array;
  /** What every text of this kind begins with, so that one of another kind is seen at once. */
  readonly mark: string;
  /** Signed along: what is signed as one kind is not signed as another, though the key is the same. */
  readonly domain: string;
  /** A longer one is none of ours. */
  readonly longest: number;
}

export type OpenedText =
  | { readonly kind: "ours"; readonly text: string }
  /** It does not say that it is of this kind. */
  | { readonly kind: "foreign" }
  /** It looks like ours and is not: changed, cut, or signed by somebody else. */
  | { readonly kind: "forged" };

/** Signs texts that others carry for us. They are readable; they cannot be changed. */
export interface SignedTexts {
  /** Undefined where it would be longer than the longest. */
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

// Compared as it is written: one signature has one spelling.
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
