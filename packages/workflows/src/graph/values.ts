import { z } from "zod";
import type { Blueprint, Found } from "../definition/blueprint.ts";
import type { StepFailure } from "../definition/failure.ts";
import { failureSchema } from "./failure-of.ts";

/** The values of the graph: all of them texts of JSON, see `state.ts`. */
export type Values = Readonly<Record<string, string>>;

/** What identifies the run. The keys of the author have a prefix, so none is this one. */
export const runKey = "run";

const statePrefix = "state.";

/** Of each step with a failure edge: how it failed, or nothing. */
const failurePrefix = "failure.";
const noFailure = "";

export function keysOf<State>({ keys, edges }: Blueprint<State>): readonly string[] {
  return [
    runKey,
    ...keys.map((key) => statePrefix + key),
    ...[...edges.failures.keys()].map((step) => failurePrefix + step),
  ];
}

const keptTexts = z.record(z.string(), z.string());

/** The values as a store gives them back. */
export function readValues(kept: unknown): Values {
  return keptTexts.parse(kept);
}

/** What steps have found out, as the state has it. */
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

/** What a step adds to the state. */
export function valuesOf(texts: Values): Values {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]): [string, string] => [statePrefix + key, text]),
  );
}

/** That a step has failed, or has not. */
export function failureValue(step: string, failure: StepFailure | undefined): Values {
  const text = failure === undefined ? noFailure : JSON.stringify(failure);
  return { [failurePrefix + step]: text };
}

function unprefixed(values: Values, by: string): Values {
  const own = Object.entries(values).filter(([key]) => key.startsWith(by));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(by.length), text]));
}
