import { hash, hkdfSync } from "node:crypto";

/** Keyed digests that stand for texts. Without the key no text can be found for one. */
export interface Fingerprints {
  /** Returns 53 bits for a text, as a whole number above 0. */
  readonly of: (text: string) => number;
  /** Moves a fingerprint into a domain of its own, such as a kind. Costs no digest. */
  readonly within: (domain: string, fingerprint: number) => number;
}

const minKeyBytes = 32;
const maxDomains = 4_096;
const limit = 2 ** 53;

/**
 * Derives a tenant's key from the operator's. `tenant` is null where there are no tenants.
 *
 * @throws RangeError if the key is shorter than 32 bytes.
 */
export function createFingerprints(key: Uint8Array, tenant: string | null): Fingerprints {
  if (key.length < minKeyBytes) {
    throw new RangeError(
      `The key of the fingerprints: expected at least ${minKeyBytes} bytes, got ${key.length}. Make one with "openssl rand 32".`,
    );
  }
  const info = `toolcourt/origins/v1/${tenant === null ? "none" : `tenant/${tenant}`}`;
  const prefix = Buffer.from(hkdfSync("sha256", key, "", info, 32)).toString("base64url");
  const shifts = new Map<string, number>();

  const digest = (text: string): number =>
    Math.max(1, numberAt(hash("sha256", prefix + text, "base64url")));
  const shiftOf = (domain: string): number => {
    const known = shifts.get(domain);
    if (known !== undefined) return known;
    const shift = digest(`d:${domain}`);
    if (shifts.size < maxDomains) shifts.set(domain, shift);
    return shift;
  };
  return {
    // A lone surrogate has no bytes of its own, so its text is escaped.
    of: (text) => digest(text.isWellFormed() ? `t:${text}` : `s:${JSON.stringify(text)}`),
    within: (domain, fingerprint) => {
      // Modulo 2^53, in steps that stay exact.
      const difference = fingerprint - (limit - shiftOf(domain));
      return difference > 0 ? difference : difference + limit;
    },
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const codes = new Uint8Array(128);
for (let at = 0; at < alphabet.length; at += 1) codes[alphabet.charCodeAt(at)] = at;

const twoDigits = Array.from(
  { length: 4_096 },
  (_, value) => alphabet.charAt(value >>> 6) + alphabet.charAt(value & 63),
);

/** Characters of a written fingerprint. */
const width = 9;
const low = 2 ** 30;

/** Writes fingerprints one after the other, nine characters each. */
export function writeFingerprints(fingerprints: Iterable<number>): string {
  let written = "";
  for (const fingerprint of fingerprints) {
    written += digits(Math.floor(fingerprint / low), 4) + digits(fingerprint % low, 5);
  }
  return written;
}

/** Visits what `writeFingerprints` wrote. Ignores a cut one at the end. */
export function eachFingerprint(written: string, visit: (fingerprint: number) => void): void {
  for (let at = 0; at + width <= written.length; at += width) {
    visit(bits(written, at, at + 4) * low + bits(written, at + 4, at + width));
  }
}

/** The first 53 bits of a digest. */
function numberAt(digest: string): number {
  return (bits(digest, 0, 4) >>> 1) * low + bits(digest, 4, width);
}

function bits(text: string, from: number, until: number): number {
  let value = 0;
  for (let at = from; at < until; at += 1) {
    value = (value << 6) | (codes[text.charCodeAt(at) & 127] ?? 0);
  }
  return value;
}

function digits(value: number, count: number): string {
  const pairs = count >> 1;
  const odd = count % 2 === 1 ? alphabet.charAt(value & 63) : "";
  let text = "";
  for (let pair = pairs - 1; pair >= 0; pair -= 1) {
    text += twoDigits[(value >>> (pair * 12 + odd.length * 6)) & 4_095] ?? "";
  }
  return text + odd;
}
