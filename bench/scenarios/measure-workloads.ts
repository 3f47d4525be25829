import type { Era } from "../load/dialect.ts";
import { type Amount, type Measured, measure } from "../load/measure.ts";
import type { Question } from "../load/question.ts";
import { addressOf, openSubjects, type Runner, type RunningSubjects } from "../open-subjects.ts";
import type { Plan } from "../plan.ts";
import type { Upstream, WorkloadId } from "../subjects.ts";

/** One kind of request measured on all subjects. */
export interface Workload {
  readonly id: WorkloadId;
  readonly kind: Upstream["kind"];
  readonly era: Era;
  readonly question: Question;
  /** Its share of the plan's calls and time. Default: all. */
  readonly share?: number;
}

export interface Row {
  readonly workload: Workload["id"];
  readonly kind: Workload["kind"];
  readonly era: Era;
  readonly name: string;
  /** Undefined if it could not be measured or trusted. */
  readonly measured?: Measured;
  readonly reason?: string;
}

export interface WorkloadOptions {
  readonly workloads: readonly Workload[];
  readonly plan: Plan;
  readonly folder: string;
}

const inFlight = 16;

/**
 * Measures all subjects in turns, round by round, so that a slow moment of the machine affects
 * all.
 */
export async function measureWorkloads({
  workloads,
  plan,
  folder,
}: WorkloadOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, ofKind] of Map.groupBy(workloads, (workload) => workload.kind)) {
    await using running = await openSubjects({ kind, folder, mayFetch: plan.mayFetch });
    for (const workload of ofKind) rows.push(...(await run(workload, running, plan)));
  }
  return rows;
}

async function run(
  workload: Workload,
  running: RunningSubjects,
  plan: Plan,
): Promise<readonly Row[]> {
  const samples = new Map<Runner, Measured[]>();
  const failed = new Map<Runner, string>();
  const sample = async (runner: Runner, amount: Amount): Promise<Measured | undefined> => {
    if (failed.has(runner)) return undefined;
    try {
      return await measureOne({ workload, runner, amount });
    } catch (error) {
      failed.set(runner, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const chosen = running.runners.filter(
    ({ subject }) => subject.workloads?.includes(workload.id) ?? true,
  );
  const supporting = chosen.filter(({ subject }) => subject.eras.includes(workload.era));
  for (const runner of supporting) await sample(runner, plan.warmUp);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const runner of supporting) {
      const measured = await sample(runner, plan.measured);
      if (measured !== undefined) samples.set(runner, [...(samples.get(runner) ?? []), measured]);
    }
  }
  const { id, kind, era } = workload;
  const about = { workload: id, kind, era };
  return [
    ...chosen.map((runner) => ({
      ...about,
      name: runner.subject.name,
      ...outcomeOf(runner, {
        workload,
        rounds: samples.get(runner) ?? [],
        failure: failed.get(runner),
      }),
    })),
    ...running.skipped.map((each) => ({ ...about, ...each })),
  ];
}

function measureOne({ workload, runner, amount }: Sample): Promise<Measured> {
  const { program } = runner;
  const { era, question, share = 1 } = workload;
  const address = addressOf(runner, era);
  const due = { calls: amount.calls * share, maxMs: amount.maxMs * share };
  return measure(program, { address, question, inFlight }, due);
}

interface Sample {
  readonly workload: Workload;
  readonly runner: Runner;
  readonly amount: Amount;
}

interface Samples {
  readonly workload: Workload;
  readonly rounds: readonly Measured[];
  readonly failure: string | undefined;
}

function outcomeOf(
  { subject }: Runner,
  { workload, rounds, failure }: Samples,
): Pick<Row, "measured" | "reason"> {
  if (!subject.eras.includes(workload.era))
    return { reason: `does not support the ${workload.era} era` };
  if (failure !== undefined) return { reason: failure };
  const measured = median(rounds);
  if (measured.wrong === 0) return { measured };
  return { reason: `void: ${measured.wrong} of ${measured.calls} answers were wrong` };
}

/** Returns the median of each figure, and the sum of calls and wrong answers. */
function median(rounds: readonly Measured[]): Measured {
  const middle = (figure: keyof Measured): number => {
    const sorted = rounds.map((round) => round[figure]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  const total = (figure: keyof Measured): number =>
    rounds.reduce((sum, round) => sum + round[figure], 0);
  return {
    calls: total("calls"),
    wrong: total("wrong"),
    cpuUs: middle("cpuUs"),
    perSecond: middle("perSecond"),
    p50Ms: middle("p50Ms"),
    p99Ms: middle("p99Ms"),
    residentMb: middle("residentMb"),
  };
}
