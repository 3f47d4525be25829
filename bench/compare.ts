import { type Figures, figuresOf, percentile, type Slice } from "./figures.ts";
import { ask } from "./load/ask.ts";
import { Postponed } from "./load/conversation.ts";
import type { Comparison, Runner } from "./open-comparison.ts";
import { cpuUsBetween } from "./processes/tree.ts";
import { raw } from "./subjects.ts";

/** How much is measured. */
export interface Plan {
  readonly callsPerSlice: number;
  /** Calls of each subject before any is measured: compilers need them. */
  readonly warmCalls: number;
  /** Measured slices of each subject. */
  readonly rounds: number;
}

/** Figures by subject, and the reasons why others have none. */
export interface Compared {
  readonly figures: Readonly<Record<string, Figures>>;
  readonly missing: Readonly<Record<string, string>>;
}

/**
 * Lets all subjects take turns, a short slice each, so that a slow moment of the machine affects
 * all alike. The raw proxy is warm before the others begin, because it is their reference.
 */
export async function compareInTurns(comparison: Comparison, plan: Plan): Promise<Compared> {
  const { callsPerSlice, rounds } = plan;
  const warmRounds = Math.ceil(plan.warmCalls / callsPerSlice);
  const samplers = comparison.runners.map((runner) => new Sampler(runner, callsPerSlice));
  const reference = samplers.find(({ id }) => id === raw.id);
  if (reference === undefined) throw notComparable(comparison.missing[raw.id]);
  for (let round = 0; round < warmRounds; round += 1) await reference.take();
  reference.slices.splice(0);
  for (let round = 0; round < warmRounds + rounds; round += 1) {
    for (const sampler of samplers) await sampler.take();
  }

  if (reference.failure !== undefined) throw notComparable(reference.failure);
  const figures: Record<string, Figures> = {};
  const missing: Record<string, string> = { ...comparison.missing };
  for (const { id, failure, slices: own, residentMb } of samplers) {
    const slices = { own, raw: reference.slices, callsPerSlice, warmRounds };
    if (failure === undefined) figures[id] = figuresOf(slices, residentMb());
    else missing[id] = failure;
  }
  return { figures, missing };
}

function notComparable(reason = "does not start"): Error {
  return new Error(`There is nothing to compare with: the raw proxy ${reason}.`);
}

/** Slices that a disk without answers may spoil before the machine counts as unfit. */
const maxPostponed = 5;

/**
 * Runs one subject, slice by slice, until its first wrong answer. A slice with a call that is
 * refused for the moment does not count and is repeated.
 */
export class Sampler {
  readonly id: string;
  readonly slices: Slice[] = [];
  failure: string | undefined;
  readonly #runner: Runner;
  readonly #calls: number;
  #asked = 0;
  #postponed = 0;

  constructor(runner: Runner, calls: number) {
    this.id = runner.subject;
    this.#runner = runner;
    this.#calls = calls;
  }

  async take(): Promise<void> {
    if (this.failure !== undefined) return;
    try {
      this.slices.push(await this.#slice());
    } catch (error) {
      this.#postponed += 1;
      if (error instanceof Postponed && this.#postponed <= maxPostponed) await this.take();
      else this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  readonly residentMb = (): number => this.#runner.program.residentBytes() / 1024 ** 2;

  async #slice(): Promise<Slice> {
    const { program, senders } = this.#runner;
    const { viewers } = program;
    const shown = (await viewers?.shown()) ?? 0;
    const before = program.threads();
    const began = performance.now();
    const first = this.#asked;
    this.#asked += this.#calls;
    const times = await ask(senders, first, this.#calls);
    const elapsedMs = performance.now() - began;
    // What a call costs for its viewers comes a moment after its answer.
    await viewers?.untilShown(shown + this.#calls);
    return {
      cpuUs: cpuUsBetween(before, program.threads()) / this.#calls,
      perSecond: (this.#calls / elapsedMs) * 1_000,
      p50Ms: percentile(times, 0.5),
    };
  }
}
