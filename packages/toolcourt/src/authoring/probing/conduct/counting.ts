import type { JsonValue } from "@toolcourt/sdk";
import { amountsIn } from "./observed.ts";

/**
 * Finds the counters: paths where each value differs from the previous one by the same amount.
 * Times, ids, random values and loads do not do so for long.
 */
export function countersIn(answers: readonly JsonValue[]): ReadonlyMap<string, number> {
  const [first, ...rest] = answers.map(amountsIn);
  const counters = new Map<string, number>();
  for (const [place, from] of first ?? []) {
    const values = [from, ...rest.map((amounts) => amounts.get(place))];
    const by = stepOf(values);
    if (by !== undefined) counters.set(place, by);
  }
  return counters;
}

/** Returns the constant, nonzero difference between successive values, if there is one. */
function stepOf(values: readonly (number | undefined)[]): number | undefined {
  const steps = values.slice(1).map((value, index) => (value ?? Number.NaN) - (values[index] ?? 0));
  const [first] = steps;
  if (first === undefined || first === 0 || Number.isNaN(first)) return undefined;
  return steps.every((each) => each === first) ? first : undefined;
}
