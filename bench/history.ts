import { appendFileSync } from "node:fs";
import type { Findings } from "./bounds.ts";
import type { Checkout } from "./checkout.ts";
import type { Plan } from "./compare.ts";

export interface Run extends Findings {
  readonly checkout: Checkout;
  readonly plan: Plan;
}

/** Appends a run as one line of JSON. Four digits are more than repeat. */
export function appendRun(file: string, { checkout, plan, groups, gauges }: Run): void {
  const entry = { ...checkout, plan, groups, gauges };
  const line = JSON.stringify(entry, (_key, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  );
  appendFileSync(file, `${line}\n`);
}
