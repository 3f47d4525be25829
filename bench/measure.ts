import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureOverhead } from "../corpus/overhead.ts";
import { compareInTurns, type Plan } from "./compare.ts";
import type { Gauge } from "./gauge.ts";
import { openComparison } from "./open-comparison.ts";
import { type Group, type GroupFigures, groupsOf, loads, type Row } from "./rows.ts";
import { measureAllocated } from "./scenarios/allocated.ts";
import { measureGroupCommit } from "./scenarios/group-commit.ts";
import { measureSequences } from "./scenarios/sequences.ts";
import { measureStarts } from "./scenarios/start.ts";
import { measureStartUp } from "./scenarios/start-up.ts";

export const full: Plan = { callsPerSlice: 600, warmCalls: 30_000, rounds: 24 };
/** Fewer warm calls, to fit into CI. `--move-baseline` makes as many. */
export const short: Plan = { callsPerSlice: 400, warmCalls: 12_000, rounds: 16 };

/** Figures that are no comparison of programs, by their names for `--only`. */
export const gauges: Readonly<Record<string, (folder: string) => Promise<readonly Gauge[]>>> = {
  allocated: measureAllocated,
  start: measureStarts,
  "many-servers": measureStartUp,
  "audit-log": measureGroupCommit,
  validation: measureValidation,
  sequences: measureSequences,
};

export interface Measuring {
  readonly plan: Plan;
  /** Subjects that every group has, beside the raw proxy. */
  readonly references: readonly string[];
}

export async function measureRows(
  rows: readonly Row[],
  { plan, references }: Measuring,
): Promise<readonly GroupFigures[]> {
  const measured: GroupFigures[] = [];
  for (const group of groupsOf(rows, references)) measured.push(await measureGroup(group, plan));
  return measured;
}

/** Runs one group in fresh processes. */
async function measureGroup(group: Group, plan: Plan): Promise<GroupFigures> {
  const { load, era, subjects } = group;
  const { title, share, question } = loads[load];
  progress(`${title}, ${era} era: ${subjects.map(({ id }) => id).join(", ")}`);
  return inFolder(async (folder) => {
    await using comparison = await openComparison({ subjects, question: question(), era, folder });
    const compared = await compareInTurns(comparison, {
      callsPerSlice: Math.ceil(plan.callsPerSlice * share),
      warmCalls: plan.warmCalls * share,
      rounds: plan.rounds,
    });
    return { load, era, ...compared };
  });
}

export async function measureGauges(names: readonly string[]): Promise<readonly Gauge[]> {
  const measured: Gauge[] = [];
  for (const name of names) {
    const measure = gauges[name];
    if (measure === undefined) continue;
    progress(name);
    try {
      measured.push(...(await inFolder(measure)));
    } catch (error) {
      console.error(error);
      measured.push({ what: name, value: undefined, unit: "" });
    }
  }
  return measured;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the engine's overhead over bare Ajv, for a typical output of 20 fields. */
async function measureValidation(): Promise<readonly Gauge[]> {
  const { bareUs, engineUs } = await measureOverhead();
  const what = "validation of 20 fields, over bare Ajv";
  return [{ what, value: engineUs - bareUs, unit: "µs", max: 3 }];
}

function progress(text: string): void {
  console.error(`measures ${text}`);
}
