import { hash } from "node:crypto";
import type { Identity, Recognize } from "./identity.ts";

/** An issued key, without its secret. */
export interface StaticKey {
  readonly name: string;
  /** Hexadecimal SHA-256 of the key. Keys are long and random, so a slow hash is unnecessary. */
  readonly sha256: string;
  readonly roles: readonly string[];
  readonly tenant?: string;
  readonly isSystem: boolean;
}

/** Returns the holder of a key by its lower-case hash. The object is the same until it changes. */
export type FindKey = (sha256: string) =>
  | { readonly identity: Identity; readonly until?: AbortSignal }
  | "unknown"
  /** The key source is currently unavailable. */
  | "unavailable";

/** Prefix of all our keys, so leaked ones are recognizable. */
const keyPrefix = "tck_";

/**
 * Recognizes keys by their hashes. A hash lookup leaks no timing information about guesses. `met`
 * is called when a key is presented, because only then is it known.
 */
export function createStaticKeys(
  find: FindKey,
  met: (key: string) => void = () => undefined,
): Recognize {
  return (token) => {
    if (!token.startsWith(keyPrefix)) return undefined;
    const holder = find(hash("sha256", token, "hex"));
    if (holder === "unavailable") return { kind: "unavailable" };
    if (holder === "unknown") return { kind: "refused", because: "unknown" };
    met(token);
    return { kind: "recognized", ...holder, endsAt: Number.POSITIVE_INFINITY };
  };
}
