/** A pseudorandom generator. The same seed gives the same numbers on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  readonly next: () => number;
  /** An integer from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number;
}

/** Mulberry32: small, fast, and good enough to choose inputs. Not for secrets. */
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
