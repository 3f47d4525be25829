import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { explore } from "../test/model/explore.ts";
import { names } from "../test/model/invariants.ts";
import { boundOf, type Mutant, mutants, rulesOf } from "../test/model/mutants.ts";
import { modelPath, mutated, quint, quintText, simulating } from "../test/model/quint.ts";
import { rules } from "../test/model/rules.ts";
import type { Bound } from "../test/model/state.ts";

// npm run model [-- --short] [--seed 7]
// Exit 1 means that the model breaks a promise, or that a mutant keeps them all.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: "20261116" },
  },
});
const seed = Number(flags.seed);
const simulation = { seed, samples: flags.short ? 300 : 5_000, steps: 50 };
const small: Bound = { approvals: 2, calls: 2, queries: 2, crashes: 1, outages: 1 };
const bounds: readonly Bound[] = flags.short
  ? [small]
  : [
      { ...small, crashes: 2 },
      { approvals: 1, calls: 3, queries: 1, crashes: 2, outages: 1 },
      { approvals: 1, calls: 3, queries: 2, crashes: 1, outages: 0 },
    ];

let failures = 0;
const began = performance.now();
await simulate();
for (const bound of bounds) exploreAll(bound);
for (const mutant of mutants) {
  findByExploring(mutant);
  if (!flags.short) await findByQuint(mutant);
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(failures === 0 ? `The model keeps its promises (${seconds} s).` : "BROKEN");
process.exitCode = failures === 0 ? 0 : 1;

async function simulate(): Promise<void> {
  const witnesses = ["--witnesses", "someRan", "someUnknown"];
  const { code, output } = await quint("run", [modelPath, ...simulating(simulation), ...witnesses]);
  const counts = [...output.matchAll(/was witnessed in (\d+)/g)].map(([, count]) => Number(count));
  // A model in which nothing ever runs would keep every promise.
  const isFine = code === 0 && counts.length === 2 && counts.every((count) => count > 0);
  const { samples, steps } = simulation;
  const seen = `${counts[0] ?? 0} with an answered call, ${counts[1] ?? 0} with a lost one`;
  report(isFine, `Quint: ${samples} traces of at most ${steps} steps (seed ${seed}): ${seen}`);
  if (!isFine) console.log(output);
}

function exploreAll(bound: Bound): void {
  const { states, taken, violation } = explore({ rules, bound });
  const transitions = Object.values(taken).reduce((sum, count) => sum + count, 0);
  const within = Object.entries(bound).map(([what, count]) => `${count} ${what}`);
  report(
    violation === undefined,
    `all ${states} states (${transitions} transitions) within 2 replicas, ${within.join(", ")}`,
  );
  if (violation !== undefined) console.log(JSON.stringify(violation));
}

function findByExploring(mutant: Mutant): void {
  const { violation } = explore({ rules: rulesOf(mutant), bound: boundOf(mutant) });
  const isFound = violation?.broken.includes(mutant.breaks) === true;
  const steps = violation?.steps.length ?? 0;
  report(isFound, `found in ${steps} steps, ${mutant.breaks}: ${mutant.name}`);
}

/** Simulates the changed Quint model. */
async function findByQuint(mutant: Mutant): Promise<void> {
  const text = mutated(await readFile(modelPath, "utf8"), mutant);
  const { code, output } = await quintText("run", text, simulating(simulation));
  const broken = names.filter((name) => new RegExp(`\\b${name}\\b`).test(output));
  report(code !== 0 && broken.includes(mutant.breaks), `  found by Quint: ${broken.join(", ")}`);
}

function report(isFine: boolean, line: string): void {
  if (!isFine) failures += 1;
  console.log(`${isFine ? "ok  " : "FAIL"} ${line}`);
}
