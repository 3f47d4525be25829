import type { Random } from "../promises/random.ts";

/**
 * A target in the form of Jazzer.js: `fuzz` gets arbitrary bytes and throws if the code under test
 * breaks a promise. The rest helps our own fuzzer and may be left out.
 */
export interface Target {
  readonly fuzz: (data: Buffer) => void | Promise<void>;
  /** Words of the input's language. */
  readonly words: readonly string[];
  /** Inputs to begin with, beside the corpus. */
  readonly seeds: readonly string[];
  /** Whether the coverage of a file counts. */
  readonly covers: RegExp;
  /** Returns an input by the grammar of its language. Default: inputs are only mutated. */
  readonly generate?: (random: Random) => Buffer;
  /** Returns what the inputs came to. Default: nothing to tell. */
  readonly summary?: () => string;
}

/** Thrown by a target for a broken promise. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

/** Throws if the condition does not hold. */
export function promised(condition: boolean, what: string): asserts condition {
  if (!condition) throw new BrokenPromise(what);
}
