import { appendFileSync } from "node:fs";
import type { Findings } from "./bounds.ts";
import type { Checkout } from "./checkout.ts";
import type { Plan } from "./compare.ts";

export interface Run extends Findings {
  readonly checkout: Checkout;
  readonly plan: Plan;
}

/** Returns a run as one line of JSON. Four digits are more than repeat. */
export function lineOf({ checkout, plan, groups, gauges }: Run): string {
  const entry = { ...checkout, plan, groups, gauges };
  return JSON.stringify(entry, (_key, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  );
}

export function appendRun(file: string, run: Run): void {
  appendFileSync(file, `${lineOf(run)}\n`);
}
