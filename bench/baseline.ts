import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type Checkout, checkoutSchema, describeMachine } from "./checkout.ts";
import { UsageError } from "./options.ts";

// Costs that CI compares a change with. They are ratios to the raw proxy of the same run, because
// times of another machine say nothing, and a shallow clone has no older commit to measure.

const schema = z.strictObject({
  ...checkoutSchema.shape,
  /** Why the baseline was moved to this commit. */
  note: z.string().min(1),
  timesRaw: z.record(z.string(), z.number().positive()),
});

export type Baseline = z.infer<typeof schema>;

/** Ratios to the raw proxy by row. Undefined if a row gave wrong answers. */
export type Times = ReadonlyMap<string, number | undefined>;

/** A row that costs clearly more than at the baseline, or could not be measured. */
export interface Regression {
  readonly row: string;
  readonly before: number;
  readonly after: number | undefined;
}

/** More than ratios of one commit differ on a quiet machine. */
const tolerated = 1.15;
const moveHint = 'Run: npm run bench -- --short --move-baseline "<why>"';

function regressionsOf(baseline: Baseline, found: Times): readonly Regression[] {
  return [...found].flatMap(([row, after]) => {
    const before = baseline.timesRaw[row];
    if (before === undefined) throw new UsageError(`The baseline has no row ${row}.\n${moveHint}`);
    const isFine = after !== undefined && after <= before * tolerated;
    return isFine ? [] : [{ row, before, after }];
  });
}

export type MeasureTimes = (rows: readonly string[]) => Promise<Times>;

/** Measures rows that cost more once again, and returns those that do so twice in a row. */
export async function findRegressions(
  baseline: Baseline,
  rows: readonly string[],
  measure: MeasureTimes,
): Promise<readonly Regression[]> {
  const once = regressionsOf(baseline, await measure(rows));
  if (once.length === 0) return [];
  return regressionsOf(baseline, await measure(once.map(({ row }) => row)));
}

export function readBaseline(file: string): Baseline {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new UsageError(`${file} cannot be read: ${why}\n${moveHint}`, { cause });
  }
}

/** Says what CI found, and what to do about it. */
export function describeRegressions(
  { commit, machine, note }: Baseline,
  regressions: readonly Regression[],
): string {
  const about = `the baseline ${commit.slice(0, 8)} (${note})`;
  if (regressions.length === 0) return `No row costs 15 % more than ${about}.`;
  return [
    `Measured twice in fresh processes, these rows cost over 15 % more than ${about}:`,
    ...regressions.map(
      ({ row, before, after }) => `  ${row}: ${timesText(after)}, ${before.toFixed(2)} before`,
    ),
    `The baseline is from ${describeMachine(machine)}`,
    "If this machine is another or is busy, measure the commit of the baseline here too.",
    `If the cost is wanted, commit it. ${moveHint}`,
  ].join("\n");
}

function timesText(times: number | undefined): string {
  return times === undefined ? "no figure" : `${times.toFixed(2)} times the raw proxy`;
}

export interface Move {
  readonly checkout: Checkout;
  readonly note: string;
  readonly found: Times;
}

export function writeBaseline(file: string, { checkout, note, found }: Move): void {
  const rounded = [...found].map(([row, times]) => {
    if (times === undefined) throw new UsageError(`${row} has no figure, so nothing is written.`);
    return [row, Number(times.toFixed(2))] as const;
  });
  const baseline: Baseline = { ...checkout, note, timesRaw: Object.fromEntries(rounded) };
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
