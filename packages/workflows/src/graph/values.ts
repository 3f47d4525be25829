import { z } from "zod";
import type { Blueprint, Found } from "../definition/blueprint.ts";
import type { StepFailure } from "../definition/step.ts";
import { failureSchema } from "./stops.ts";

/** The values of the graph, all of them JSON texts. See `state.ts`. */
export type Values = Readonly<Record<string, string>>;

/** Key of the run's identity. The author's keys have a prefix, so they cannot collide. */
export const runKey = "run";

const statePrefix = "state.";

/** Key prefix for the failure of each step with a failure edge. An empty text means none. */
const failurePrefix = "failure.";
const noFailure = "";

export function keysOf<State>({ shape, edges }: Blueprint<State>): readonly string[] {
  return [
    runKey,
    ...Object.keys(shape).map((key) => statePrefix + key),
    ...[...edges.failures.keys()].map((step) => failurePrefix + step),
  ];
}

const keptTexts = z.record(z.string(), z.string());

/** Parses the values read from a store. */
export function readValues(kept: unknown): Values {
  return keptTexts.parse(kept);
}

/** Returns the state that the steps have found. */
export function foundIn(values: Values): Found {
  const failed = Object.entries(unprefixed(values, failurePrefix)).filter(
    ([, text]) => text !== noFailure,
  );
  const failures = failed.map(([step, text]): [string, StepFailure] => [
    step,
    failureSchema.parse(JSON.parse(text)),
  ]);
  return { texts: unprefixed(values, statePrefix), failures: Object.fromEntries(failures) };
}

/** Returns the graph values for a step's state update. */
export function valuesOf(texts: Values): Values {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]): [string, string] => [statePrefix + key, text]),
  );
}

/** Returns the graph value that records or clears a step's failure. */
export function failureValue(step: string, failure: StepFailure | undefined): Values {
  const text = failure === undefined ? noFailure : JSON.stringify(failure);
  return { [failurePrefix + step]: text };
}

function unprefixed(values: Values, by: string): Values {
  const own = Object.entries(values).filter(([key]) => key.startsWith(by));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(by.length), text]));
}
