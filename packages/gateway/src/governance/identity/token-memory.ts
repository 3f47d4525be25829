import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { LRUCache } from "lru-cache";
import type { Recognition } from "./identity.ts";

export type Recognized = Extract<Recognition, { readonly kind: "recognized" }>;

/** Verified tokens by hash: stored tokens would be worth stealing. */
export interface TokenMemory {
  /** Returns the cached recognition of a token, and whether it must be verified again first. */
  readonly recall: (
    hash: string,
  ) => { readonly recognition: Recognized; readonly isDue: boolean } | undefined;
  /** Caches a recognition. For concurrent requests with a new token, the first one wins. */
  readonly keep: (hash: string, recognition: Recognized) => Recognized;
  /** Returns the recognition still valid while the issuer is unavailable. */
  readonly goOnWith: (hash: string) => Recognized | undefined;
  readonly forget: (hash: string) => void;
}

interface Remembered {
  readonly recognition: Recognized;
  readonly verifiedAt: number;
  dueAt: number;
}

/** The signing key may be withdrawn without notice. */
const againAfterMs = 300_000;
/** Grace period and retry interval while the issuer is unavailable. */
const withoutAnswer = { longestMs: 3_600_000, everyMs: 30_000 };

export function createTokenMemory(clock: Clock, most: number): TokenMemory {
  const remembered = new LRUCache<string, Remembered>({ max: most });

  const find = (hash: string): Remembered | undefined => {
    const known = remembered.get(hash);
    if (known?.recognition.until?.aborted !== true) return known;
    remembered.delete(hash);
    return undefined;
  };

  return {
    recall: (hash) => {
      const known = find(hash);
      return known && { recognition: known.recognition, isDue: clock.monotonic() >= known.dueAt };
    },
    keep: (hash, recognition) => {
      const verifiedAt = clock.monotonic();
      // Keys are revoked by their signals.
      const dueAt = isKey(recognition) ? Number.POSITIVE_INFINITY : verifiedAt + againAfterMs;
      const first = find(hash)?.recognition ?? recognition;
      remembered.set(hash, { recognition: first, verifiedAt, dueAt });
      return first;
    },
    goOnWith: (hash) => {
      const known = find(hash);
      const now = clock.monotonic();
      if (known === undefined || now - known.verifiedAt >= withoutAnswer.longestMs)
        return undefined;
      known.dueAt = now + withoutAnswer.everyMs;
      return known.recognition;
    },
    forget: (hash) => {
      remembered.delete(hash);
    },
  };
}

/** Tokens expire. Keys last until revoked. */
export function isKey({ endsAt }: Recognized): boolean {
  return endsAt === Number.POSITIVE_INFINITY;
}
