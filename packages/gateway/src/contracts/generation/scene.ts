import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Choices } from "./choices.ts";
import type { Layer } from "./layer.ts";
import type { Random } from "./random.ts";
import type { PatternBook } from "./text/pattern-book.ts";

/** How much a value should have: as little as may be, everything there is, or now this and now that. */
export type Measure = "least" | "most" | "varied";

/** A schema that must have its say somewhere in the value, and what is asked in its stead. */
export interface Goal {
  readonly target: JsonSchema;
  readonly instead: readonly Layer[];
  /** The target and every schema on a way to it. */
  readonly leads: ReadonlySet<JsonValue>;
}

/** Where in the value we are. */
export interface Spot {
  readonly pointer: string;
  readonly depth: number;
}

/** Everything that making one value needs. */
export interface Scene {
  readonly measure: Measure;
  readonly random: Random;
  readonly choices: Choices;
  readonly patterns: PatternBook;
  readonly goal: Goal | undefined;
  readonly progress: Progress;
  /** A value that should fit all layers at once; undefined when none was found. */
  readonly draw: (scene: Scene, layers: readonly Layer[], spot: Spot) => JsonValue | undefined;
}

/** How far the making of one value has come. */
export interface Progress {
  /** The place where the goal was reached. */
  reached: string | undefined;
  /** Schemas still to be looked at before this attempt is given up. */
  steps: number;
}

/** Below this only what must be there is made, so that recursion ends. */
export const deepest = 5;

export function isTight({ measure }: Scene, { depth }: Spot): boolean {
  return measure === "least" || depth > deepest;
}

/** Whether a schema is on the way to a goal that was not reached yet. */
export function leadsToGoal({ goal, progress }: Scene, schema: JsonValue | undefined): boolean {
  return progress.reached === undefined && schema !== undefined && goal?.leads.has(schema) === true;
}

export interface Options<Option> {
  /** The schema that offers them. */
  readonly owner: object;
  readonly label: string;
  readonly options: readonly Option[];
}

/** One of the options: the first when little is wanted, else the one whose turn it is. */
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
