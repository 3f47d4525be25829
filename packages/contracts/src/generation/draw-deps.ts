import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Layer } from "./layer.ts";
import type { PatternBook } from "./text/write-pattern.ts";

/** The extent of a value: minimal, maximal, or varied. */
export type Measure = "min" | "max" | "varied";

/** A schema that must apply somewhere in the value, and its replacement. */
export interface Goal {
  readonly target: JsonSchema;
  readonly instead: readonly Layer[];
  /** The target and every schema on a path to it. */
  readonly leads: ReadonlySet<JsonValue>;
}

/** The current location in the value. */
export interface Spot {
  readonly pointer: string;
  readonly depth: number;
}

/** The context for making one value. */
export interface DrawDeps {
  readonly measure: Measure;
  readonly random: Random;
  readonly choices: Choices;
  readonly patterns: PatternBook;
  readonly goal: Goal | undefined;
  readonly progress: Progress;
  /** Returns a value meant to match all layers, or undefined if none was found. */
  readonly draw: (deps: DrawDeps, layers: readonly Layer[], spot: Spot) => JsonValue | undefined;
}

/** The progress of making one value. */
export interface Progress {
  /** Where the goal was reached. */
  reached: string | undefined;
  /** Remaining schema visits before this attempt is abandoned. */
  steps: number;
}

/** Below this depth only required parts are made, so recursion ends. */
export const maxDepth = 5;

export function isTight({ measure }: DrawDeps, { depth }: Spot): boolean {
  return measure === "min" || depth > maxDepth;
}

/** Returns whether a schema leads to a goal that is not reached yet. */
export function leadsToGoal({ goal, progress }: DrawDeps, schema: JsonValue | undefined): boolean {
  return progress.reached === undefined && schema !== undefined && goal?.leads.has(schema) === true;
}

interface Options<Option> {
  /** The schema with the options. */
  readonly owner: object;
  readonly label: string;
  readonly options: readonly Option[];
}

/** Returns the first option if the value should be minimal, else the next one in turn. */
export function choose<Option>(
  deps: DrawDeps,
  spot: Spot,
  { owner, label, options }: Options<Option>,
): Option | undefined {
  if (isTight(deps, spot)) return options[0];
  const [turn = 0] = deps.choices.order(owner, label, options.length);
  deps.choices.take(owner, label, turn);
  return options[turn];
}

export function below({ pointer, depth }: Spot, step: string): Spot {
  return { pointer: pointer + step, depth: depth + 1 };
}

/**
 * Rotates through options: every `enum` value, branch and bound is tried before any repeats.
 * Counted per schema.
 */
export class Choices {
  readonly #random: Random;
  readonly #taken = new WeakMap<object, Map<string, number[]>>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns the options in the order to try them. */
  order(owner: object, label: string, count: number): readonly number[] {
    const counts = this.#countsOf(owner, label);
    return Array.from({ length: count }, (_, option) => ({
      option,
      rank: (counts[option] ?? 0) + this.#random.next(),
    }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ option }) => option);
  }

  /** Records that an option was used. */
  take(owner: object, label: string, option: number): void {
    const counts = this.#countsOf(owner, label);
    counts[option] = (counts[option] ?? 0) + 1;
  }

  #countsOf(owner: object, label: string): number[] {
    const labels = this.#taken.get(owner) ?? new Map<string, number[]>();
    this.#taken.set(owner, labels);
    const counts = labels.get(label) ?? [];
    labels.set(label, counts);
    return counts;
  }
}

/**
 * Mulberry32: small, fast, and good enough to choose inputs. Not for secrets. The same seed gives
 * the same numbers on every machine.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}
