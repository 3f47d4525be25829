/** Repeatable randomness: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number;
  /** An integer, at least 0, less than `end`. */
  readonly below: (end: number) => number;
}

/** Mulberry32. Good enough for picking moments. Nothing here is secret. */
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
