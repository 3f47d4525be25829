import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { compileAll, mutated, TestRun, type Verdict } from "./mutate/judge.ts";
import { type Mutant, mutantsOf } from "./mutate/mutants.ts";

// npm run mutate [-- --only answer]
//
// Changes one line of the pipeline at a time, in memory. Exit 1 means that nothing noticed.

const { values: flags } = parseArgs({ options: { only: { type: "string", default: "" } } });

/** Mutants that do the same as the original, and why. */
const equivalent: Readonly<Record<string, string>> = {
  'answeredBy: swap const answered = { kind: "answered", output, fromCache, cont with const untyped = contract.output === undefined;':
    "Neither has an effect.",
  "answeredBy: remove if (redacted === undefined && !untyped) return answered;":
    "The line saves a copy of an equal object.",
  "answeredBy: swap if (redacted === undefined && !untyped) return answered; with return { ...answered, ...(redacted && { redacted }), ...(unt":
    "The line saves a copy of an equal object.",
};

const original: Mutant = { name: "the original", source: await readFile(mutated, "utf8") };
const all = mutantsOf(original.source);
const mutants = all.filter(({ name }) => name.includes(flags.only));
const errors = await compileAll([original, ...mutants]);
await using tests = await TestRun.open();

await assertAlive(original);
const counts = { types: 0, tests: 0, drawing: 0, equivalent: 0, alive: 0 };
const excused = new Map(Object.entries(equivalent).filter(([name]) => name.includes(flags.only)));
for (const mutant of mutants) {
  const { by, why } = await verdictOn(mutant);
  const reason = excused.get(mutant.name);
  if (by !== "nothing") note(by, mutant, why);
  else if (reason === undefined) note("alive", mutant, "");
  else {
    note("equivalent", mutant, reason);
    excused.delete(mutant.name);
  }
}
// Once more: a run that remembers a mutant would have judged others by it.
await assertAlive(original);
for (const name of excused.keys()) console.log(`Not equivalent, or gone: ${name}`);
const shown = Object.entries(counts).map(([by, count]) => `${by} ${count}`);
console.log(`${mutants.length} mutants: ${shown.join(", ")}`);
process.exitCode = counts.alive + excused.size === 0 ? 0 : 1;

async function verdictOn(mutant: Mutant): Promise<Verdict> {
  const why = errors.get(mutant);
  return why === undefined ? tests.judge(mutant) : { by: "types", why };
}

async function assertAlive(mutant: Mutant): Promise<void> {
  const { by, why } = await verdictOn(mutant);
  if (by !== "nothing") throw new Error(`${mutant.name} fails: ${why}`);
}

function note(verdict: keyof typeof counts, { name }: Mutant, why: string): void {
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(10)} ${name}${why && `\n           ${why}`}`);
}
