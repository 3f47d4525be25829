/** Numbers that look like chance and are the same for the same seed, on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  readonly next: () => number;
  /** A whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
}

/** Mulberry32: small, quick, and good enough to choose among inputs. Nothing secret may hang on it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}
