/** What a figure has to be. A figure without a bound is only reported. */
export type Bound =
  | { readonly is: number }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** Something that was counted or measured. Its label reads as a phrase: "acknowledged calls lost". */
export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Behind the value where it is printed: "ms", "s". */
  readonly unit?: string;
  readonly must?: Bound;
}

export interface ProofContext {
  /** For a build: the same proof with fewer repetitions. */
  readonly short: boolean;
  /** Where chance comes from, so that a run can be repeated: `createRandom(seed)`. */
  readonly seed: number;
  /** Prints a line of progress, or something that explains a figure. */
  readonly note: (line: string) => void;
  /** Aborts when somebody stops the run. */
  readonly signal: AbortSignal;
}

/** One way of showing that a promise is kept. Throws where it cannot be carried out, which breaks the promise. */
export interface Proof {
  /** A phrase: "500 kill -9 of a gateway on SQLite". */
  readonly title: string;
  /** Left out of the short run: what it adds is not worth the time of every build. */
  readonly fullOnly?: true;
  /** What it needs and this machine does not have. It is said, and the proof left out. */
  readonly missing?: () => Promise<string | undefined> | string | undefined;
  readonly prove: (context: ProofContext) => Promise<readonly Figure[]>;
}

export interface KeptPromise {
  readonly id: `P${number}`;
  /** The promise itself, one plain sentence. */
  readonly text: string;
  readonly proofs: readonly [Proof, ...Proof[]];
}

/**
 * Declares a promise. `npm run promises` finds every file `test/promises/p*.ts` and proves what it exports
 * under the name `promise`.
 */
export function definePromise(promise: KeptPromise): KeptPromise {
  return promise;
}

export function isKept({ value, must }: Figure): boolean {
  if (must === undefined) return true;
  if ("is" in must) return value === must.is;
  return "atMost" in must ? value <= must.atMost : value >= must.atLeast;
}
