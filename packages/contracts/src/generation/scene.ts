import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Choices } from "./choices.ts";
import type { Layer } from "./layer.ts";
import type { Random } from "./random.ts";
import type { PatternBook } from "./text/pattern-book.ts";

/** The extent of a value: minimal, maximal, or varied. */
export type Measure = "least" | "most" | "varied";

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
export interface Scene {
  readonly measure: Measure;
  readonly random: Random;
  readonly choices: Choices;
  readonly patterns: PatternBook;
  readonly goal: Goal | undefined;
  readonly progress: Progress;
  /** Returns a value meant to match all layers, or undefined if none was found. */
  readonly draw: (scene: Scene, layers: readonly Layer[], spot: Spot) => JsonValue | undefined;
}

/** The progress of making one value. */
export interface Progress {
  /** Where the goal was reached. */
  reached: string | undefined;
  /** Remaining schema visits before this attempt is abandoned. */
  steps: number;
}

/** Below this depth only required parts are made, so recursion ends. */
export const deepest = 5;

export function isTight({ measure }: Scene, { depth }: Spot): boolean {
  return measure === "least" || depth > deepest;
}

/** Returns whether a schema leads to a goal that is not reached yet. */
export function leadsToGoal({ goal, progress }: Scene, schema: JsonValue | undefined): boolean {
  return progress.reached === undefined && schema !== undefined && goal?.leads.has(schema) === true;
}

export interface Options<Option> {
  /** The schema with the options. */
  readonly owner: object;
  readonly label: string;
  readonly options: readonly Option[];
}

/** Returns the first option if the value should be minimal, else the next one in turn. */
export function choose<Option>(
  scene: Scene,
  spot: Spot,
  { owner, label, options }: Options<Option>,
): Option | undefined {
  if (isTight(scene, spot)) return options[0];
  const [turn = 0] = scene.choices.order(owner, label, options.length);
  scene.choices.take(owner, label, turn);
  return options[turn];
}

export function below({ pointer, depth }: Spot, step: string): Spot {
  return { pointer: pointer + step, depth: depth + 1 };
}
