import { LRUCache } from "lru-cache";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { Recognition } from "./identity.ts";

export type Recognized = Extract<Recognition, { readonly kind: "recognized" }>;

/** Tokens that were verified, by their hashes: a memory of tokens would be worth stealing. */
export interface TokenMemory {
  /** What is known of a token, and whether it has to be verified again before that counts. */
  readonly recall: (
    hash: string,
  ) => { readonly recognition: Recognized; readonly isDue: boolean } | undefined;
  /** Of several requests that bring a new token at once, the first one counts for all. */
  readonly keep: (hash: string, recognition: Recognized) => Recognized;
  /** What still counts while whoever could verify it again does not answer. */
  readonly goOnWith: (hash: string) => Recognized | undefined;
  readonly forget: (hash: string) => void;
}

interface Remembered {
  readonly recognition: Recognized;
  readonly verifiedAt: number;
  dueAt: number;
}

/** The key that signed a token may be withdrawn, and nobody tells us. */
const againAfterMs = 300_000;
/** While nobody answers, what was good goes on for so long, and is tried so often. */
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
      // Keys are taken back by their signals.
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

/** Tokens end. Keys do not, until somebody takes them back. */
export function isKey({ endsAt }: Recognized): boolean {
  return endsAt === Number.POSITIVE_INFINITY;
}
