/** The required value of a figure. A figure without a bound is only reported. */
export type Bound =
  | { readonly is: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** A count or a measurement. Its label reads as a phrase: "acknowledged calls lost". */
export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Printed after the value: "ms", "s". Default: none. */
  readonly unit?: string;
  readonly must?: Bound;
}

export interface ProofContext {
  /** For a build: the same proof with fewer repetitions. */
  readonly short: boolean;
  /** Seed for `createRandom(seed)`, so that a run can be repeated. */
  readonly seed: number;
  /** Prints a progress line or an explanation of a figure. */
  readonly note: (line: string) => void;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
}

/** One proof that a promise is kept. Throws if it cannot run, which breaks the promise. */
export interface Proof {
  /** A phrase: "500 kill -9 of a gateway on SQLite". */
  readonly title: string;
  /**
   * Skipped in the short run: it adds too little for the time in every build. Default: always runs.
   */
  readonly fullOnly?: true;
  /**
   * Returns the requirement that this machine lacks. The proof is then reported and skipped.
   * Default: none.
   */
  readonly missing?: () => Promise<string | undefined> | string | undefined;
  readonly prove: (context: ProofContext) => Promise<readonly Figure[]>;
}

export interface KeptPromise {
  readonly id: `P${number}`;
  /** The promise itself in one plain sentence. */
  readonly text: string;
  readonly proofs: readonly [Proof, ...Proof[]];
}

/**
 * Declares a promise. `npm run promises` finds every file `test/promises/p*.ts` and proves its
 * export `promise`.
 */
export function definePromise(promise: KeptPromise): KeptPromise {
  return promise;
}

export function isKept({ value, must }: Figure): boolean {
  if (must === undefined) return true;
  if ("is" in must) return value === must.is;
  return "atMost" in must ? value <= must.atMost : value >= must.atLeast;
}
