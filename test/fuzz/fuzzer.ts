import { threadCpuUsage } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createRandom, type Random } from "../promises/random.ts";
import { type Coverage, noCoverage, openCoverage } from "./coverage.ts";
import { mutate } from "./mutate.ts";
import { BrokenPromise, type Target } from "./target.ts";

export interface FuzzOptions {
  readonly seed: number;
  readonly maxMs: number;
  /** Default: unlimited. */
  readonly maxRuns?: number;
  /** Inputs to begin with. */
  readonly corpus: readonly Buffer[];
  /** Default: 8192 bytes. */
  readonly maxLength?: number;
  /** Time that one input may use the event loop. Default: that of P10. */
  readonly maxInputMs?: number;
  /** Guides the choice of inputs. Default: the profiler of V8, which only one user may have. */
  readonly coverage?: Coverage;
}

/** An input that breaks a promise. */
export interface Finding {
  readonly data: Buffer;
  readonly error: unknown;
}

export interface Fuzzed {
  readonly runs: number;
  /** Blocks of the code under test that have run. */
  readonly blocks: number;
  /** The inputs that covered something new, the given ones included. */
  readonly corpus: readonly Buffer[];
  readonly finding?: Finding;
}

/** Taking the coverage costs more than a run, so it is taken once for many. */
const batch = 64;
/** The time of P10. */
const p10Ms = 250;

/**
 * Runs a target with a number of inputs, without coverage and several at once. It is many times
 * faster than `fuzzTarget`, for a target with a grammar of its own.
 */
export async function fuzzMany(
  target: Target,
  options: Pick<FuzzOptions, "seed" | "corpus"> & { readonly count: number },
): Promise<Fuzzed> {
  const fuzzer = new Fuzzer(target, { ...options, maxMs: 0 }, noCoverage);
  const finding = (await fuzzer.begin()) ?? (await fuzzer.runMany(options.count));
  const tally = { runs: fuzzer.runs, blocks: 0, corpus: fuzzer.kept };
  return finding === undefined ? tally : { ...tally, finding };
}

/** Runs a target with mutated inputs, guided by the blocks that they cover, until the time is over. */
export async function fuzzTarget(target: Target, options: FuzzOptions): Promise<Fuzzed> {
  using coverage = options.coverage ?? (await openCoverage((url) => target.covers.test(url)));
  const fuzzer = new Fuzzer(target, options, coverage);
  const finding = (await fuzzer.begin()) ?? (await fuzzer.goOn());
  const { runs, kept } = fuzzer;
  const tally = { runs, blocks: coverage.size(), corpus: kept };
  return finding === undefined ? tally : { ...tally, finding };
}

class Fuzzer {
  readonly #target: Target;
  readonly #options: FuzzOptions;
  readonly #coverage: Coverage;
  readonly kept: Buffer[] = [];
  runs = 0;

  constructor(target: Target, options: FuzzOptions, coverage: Coverage) {
    this.#target = target;
    this.#options = options;
    this.#coverage = coverage;
  }

  /** Runs the given inputs. */
  async begin(): Promise<Finding | undefined> {
    const seeds = this.#target.seeds.map((text) => Buffer.from(text));
    for (const data of [...seeds, ...this.#options.corpus]) {
      const finding = await this.#run(data);
      if (finding !== undefined) return finding;
      if (await this.#coverage.grew()) this.kept.push(data);
    }
    return undefined;
  }

  /** Runs mutated inputs, a batch at a time. */
  async goOn(): Promise<Finding | undefined> {
    const { seed, maxMs, maxRuns = Number.POSITIVE_INFINITY } = this.#options;
    const random = createRandom(seed);
    const end = systemClock.monotonic() + maxMs;
    while (this.runs < maxRuns && systemClock.monotonic() < end) {
      const inputs = Array.from({ length: batch }, () => this.#mutated(random));
      for (const data of inputs) {
        const finding = await this.#run(data);
        if (finding !== undefined) return shrunk(finding, this.#target, this.#options);
        if (systemClock.monotonic() > end) break;
      }
      if (await this.#coverage.wouldGrow()) await this.#keep(inputs);
    }
    return undefined;
  }

  /** Runs inputs until there are so many. The time of a single one is not known. */
  async runMany(count: number): Promise<Finding | undefined> {
    const random = createRandom(this.#options.seed);
    while (this.runs < count) {
      const inputs = Array.from({ length: batch }, () => this.#mutated(random));
      this.runs += inputs.length;
      const findings = await Promise.all(inputs.map((data) => findingIn(this.#target, data)));
      const finding = findings.find((each) => each !== undefined);
      if (finding !== undefined) return shrunk(finding, this.#target, this.#options);
    }
    return undefined;
  }

  /** One of these covered something new. Running them again shows which. */
  async #keep(inputs: readonly Buffer[]): Promise<void> {
    for (const data of inputs) {
      await run(this.#target, data, this.#options);
      if (await this.#coverage.grew()) this.kept.push(data);
    }
  }

  #mutated(random: Random): Buffer {
    const { generate } = this.#target;
    if (generate !== undefined && random.below(4) > 0) return generate(random);
    const { maxLength = 8_192 } = this.#options;
    const parent = parentIn(this.kept, random.next());
    return mutate(parent, { random, words: this.#target.words, others: this.kept, maxLength });
  }

  #run(data: Buffer): Promise<Finding | undefined> {
    this.runs += 1;
    return run(this.#target, data, this.#options);
  }
}

/** Prefers the newest inputs: what was just reached is the least explored. */
function parentIn(kept: readonly Buffer[], chance: number): Buffer {
  const index = Math.floor(Math.sqrt(chance) * kept.length);
  return kept[Math.min(index, kept.length - 1)] ?? Buffer.alloc(0);
}

async function run(
  target: Target,
  data: Buffer,
  { maxInputMs = p10Ms }: FuzzOptions,
): Promise<Finding | undefined> {
  try {
    // A busy machine is no finding, so only a repeated delay is one.
    let ms = await cost(target, data);
    for (let again = 0; ms > maxInputMs && again < 3; again += 1) ms = await cost(target, data);
    if (ms <= maxInputMs) return undefined;
    throw new BrokenPromise(`This input takes ${Math.round(ms)} ms.`);
  } catch (error) {
    return { data, error };
  }
}

async function findingIn(target: Target, data: Buffer): Promise<Finding | undefined> {
  try {
    await target.fuzz(Buffer.from(data));
    return undefined;
  } catch (error) {
    return { data, error };
  }
}

async function cost(target: Target, data: Buffer): Promise<number> {
  const began = threadMs();
  const done = target.fuzz(Buffer.from(data));
  if (done instanceof Promise) await done;
  return threadMs() - began;
}

/** Time of this thread alone: other threads and other processes do not count. */
function threadMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

/** Removes pieces as long as the same error remains. */
async function shrunk(finding: Finding, target: Target, options: FuzzOptions): Promise<Finding> {
  let { data, error } = finding;
  for (let size = Math.ceil(data.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from < data.length; ) {
      const shorter = Buffer.concat([data.subarray(0, from), data.subarray(from + size)]);
      const again = await run(target, shorter, options);
      if (again === undefined || kindOf(again.error) !== kindOf(error)) from += size;
      else ({ data, error } = again);
    }
  }
  return { data, error };
}

/** Numbers in a message differ from run to run. */
function kindOf(error: unknown): string {
  return String(error).replaceAll(/\d+/g, "");
}
