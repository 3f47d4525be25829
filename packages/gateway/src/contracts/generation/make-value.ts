import type { JsonValue } from "@toolcourt/sdk";
import { type Choices, createChoices } from "./choices.ts";
import { draw } from "./draw.ts";
import type { Layer } from "./layer.ts";
import { createRandom, type Random } from "./random.ts";
import type { Goal, Measure, Progress } from "./scene.ts";
import { createPatternBook, type PatternBook } from "./text/pattern-book.ts";

/** What stays the same between the values of one generator, so that each option has its turn. */
export interface Workshop {
  readonly random: Random;
  readonly choices: Choices;
  readonly patterns: PatternBook;
}

export function createWorkshop(seed: number): Workshop {
  const random = createRandom(seed);
  return { random, choices: createChoices(random), patterns: createPatternBook() };
}

export interface Order {
  readonly measure: Measure;
  readonly goal?: Goal;
}

export interface Made {
  readonly value: JsonValue;
  /** Where in the value the goal was reached; undefined without a goal. */
  readonly reached: string | undefined;
}

/** Schemas that may be looked at for one value. */
const mostSteps = 10_000;

/** One attempt at a value that fits. Undefined when it failed, or when the goal was not reached. */
export function makeValue(
  workshop: Workshop,
  layers: readonly Layer[],
  { measure, goal }: Order,
): Made | undefined {
  const progress: Progress = { reached: undefined, steps: mostSteps };
  const scene = { ...workshop, measure, goal, progress, draw };
  const value = draw(scene, layers, { pointer: "", depth: 0 });
  if (value === undefined || (goal !== undefined && progress.reached === undefined))
    return undefined;
  return { value, reached: progress.reached };
}
