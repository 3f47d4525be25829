/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number;
  /** A whole number, at least 0, less than `end`. */
  readonly below: (end: number) => number;
}

/** Mulberry32. Good enough to pick moments by; nothing here is secret. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, below: (end) => Math.floor(next() * end) };
}
