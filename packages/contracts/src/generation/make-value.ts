import type { JsonValue } from "@toolcourt/sdk";
import { draw } from "./draw.ts";
import type { Goal, Measure, Progress } from "./draw-deps.ts";
import { Choices, Random } from "./draw-deps.ts";
import type { Layer } from "./layer.ts";
import { createPatternBook, type PatternBook } from "./text/write-pattern.ts";

/** State shared by all values of one generator, so that each option gets its turn. */
export interface GeneratorState {
  readonly random: Random;
  readonly choices: Choices;
  readonly patterns: PatternBook;
}

export function createGeneratorState(seed: number): GeneratorState {
  const random = new Random(seed);
  return { random, choices: new Choices(random), patterns: createPatternBook() };
}

export interface Order {
  readonly measure: Measure;
  readonly goal?: Goal;
}

export interface Made {
  readonly value: JsonValue;
  /** JSON Pointer to where the goal was reached. Undefined without a goal. */
  readonly reached: string | undefined;
}

/** Maximum schemas visited per value. */
const maxSteps = 10_000;

/** Attempts to make a matching value. Returns undefined if it fails or misses the goal. */
export function makeValue(
  state: GeneratorState,
  layers: readonly Layer[],
  { measure, goal }: Order,
): Made | undefined {
  const progress: Progress = { reached: undefined, steps: maxSteps };
  const deps = { ...state, measure, goal, progress, draw };
  const value = draw(deps, layers, { pointer: "", depth: 0 });
  if (value === undefined || (goal !== undefined && progress.reached === undefined))
    return undefined;
  return { value, reached: progress.reached };
}
