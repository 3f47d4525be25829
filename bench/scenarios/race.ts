import type { Asked, Upstream } from "../contestants.ts";
import { addressOf, type Field, openField, type Runner } from "../field.ts";
import type { Era } from "../load/dialect.ts";
import { type Amount, type Measured, measure } from "../load/measure.ts";
import type { Question } from "../load/question.ts";
import type { Plan } from "../plan.ts";

/** One kind of request measured on all contestants. */
export interface Heat {
  readonly id: Asked;
  readonly kind: Upstream["kind"];
  readonly era: Era;
  readonly question: Question;
  /** Its share of the plan's calls and time. Default: all. */
  readonly share?: number;
}

export interface Row {
  readonly heat: Heat["id"];
  readonly kind: Heat["kind"];
  readonly era: Era;
  readonly name: string;
  /** Undefined if it could not be measured or trusted. */
  readonly measured?: Measured;
  readonly reason?: string;
}

export interface RaceOptions {
  readonly heats: readonly Heat[];
  readonly plan: Plan;
  readonly folder: string;
}

const inFlight = 16;

/**
 * Measures all contestants in turns, round by round, so that a slow moment of the machine affects
 * all.
 */
export async function race({ heats, plan, folder }: RaceOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, ofKind] of Map.groupBy(heats, (heat) => heat.kind)) {
    await using field = await openField({ kind, folder, mayFetch: plan.mayFetch });
    for (const heat of ofKind) rows.push(...(await run(heat, field, plan)));
  }
  return rows;
}

async function run(heat: Heat, field: Field, plan: Plan): Promise<readonly Row[]> {
  const taken = new Map<Runner, Measured[]>();
  const failed = new Map<Runner, string>();
  const take = async (runner: Runner, amount: Amount): Promise<Measured | undefined> => {
    if (failed.has(runner)) return undefined;
    try {
      return await measureOne({ heat, runner, amount });
    } catch (error) {
      failed.set(runner, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const asked = field.runners.filter(
    ({ contestant }) => contestant.heats?.includes(heat.id) ?? true,
  );
  const speakers = asked.filter(({ contestant }) => contestant.eras.includes(heat.era));
  for (const runner of speakers) await take(runner, plan.warmUp);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const runner of speakers) {
      const measured = await take(runner, plan.measured);
      if (measured !== undefined) taken.set(runner, [...(taken.get(runner) ?? []), measured]);
    }
  }
  const { id, kind, era } = heat;
  const about = { heat: id, kind, era };
  return [
    ...asked.map((runner) => ({
      ...about,
      name: runner.contestant.name,
      ...outcomeOf(runner, { heat, rounds: taken.get(runner) ?? [], failure: failed.get(runner) }),
    })),
    ...field.absentees.map((absentee) => ({ ...about, ...absentee })),
  ];
}

function measureOne({ heat, runner, amount }: Take): Promise<Measured> {
  const { program } = runner;
  const { era, question, share = 1 } = heat;
  const address = addressOf(runner, era);
  const due = { calls: amount.calls * share, atMostMs: amount.atMostMs * share };
  return measure(program, { address, question, inFlight }, due);
}

interface Take {
  readonly heat: Heat;
  readonly runner: Runner;
  readonly amount: Amount;
}

interface Taken {
  readonly heat: Heat;
  readonly rounds: readonly Measured[];
  readonly failure: string | undefined;
}

function outcomeOf(
  { contestant }: Runner,
  { heat, rounds, failure }: Taken,
): Pick<Row, "measured" | "reason"> {
  if (!contestant.eras.includes(heat.era)) return { reason: `does not speak the ${heat.era} era` };
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
