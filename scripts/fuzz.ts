import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readCorpus, writeCorpus } from "../test/fuzz/corpus.ts";
import { type Finding, fuzzMany, fuzzTarget } from "../test/fuzz/fuzzer.ts";
import type { Target } from "../test/fuzz/target.ts";
import { isTarget, type TargetName, targetNames, targets } from "../test/fuzz/targets/index.ts";

// npm run fuzz [-- --short] [--only url] [--seed 7] [--time 60] [--count 1000] [--keep]
// Exit 1 means that an input breaks a promise. It is in .cache/fuzz then.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "20261116" },
    /** Seconds for each target. */
    time: { type: "string" },
    /** Inputs for each target, instead of a time. Coverage is not measured. */
    count: { type: "string" },
    /** Writes the inputs that cover something of their own to the corpus. */
    keep: { type: "boolean", default: false },
  },
});
const seed = Number(flags.seed);
const seconds = Number(flags.time ?? (flags.short ? 5 : 300));
const count = Number(flags.count ?? 0);
const unknown = flags.only.filter((name) => !isTarget(name));
if (unknown.length > 0 || !Number.isFinite(seed + seconds + count)) {
  console.error(`There is no target ${unknown.join(", ")}, or a number is wrong.`);
  process.exit(2);
}

let findings = 0;
// Targets refuse most inputs by an exception, and its stack takes longer than the refusal.
if (count > 0) Error.stackTraceLimit = 0;
const chosen = flags.only.length === 0 ? targetNames : flags.only.filter(isTarget);
for (const name of chosen) {
  const target: Target = await targets[name]();
  const corpus = await readCorpus(name);
  const fuzzed =
    count > 0
      ? await fuzzMany(target, { seed, count, corpus })
      : await fuzzTarget(target, { seed, maxMs: seconds * 1000, corpus });
  const { runs, blocks, finding } = fuzzed;
  const counts = `${runs} inputs, ${blocks} blocks, ${fuzzed.corpus.length} in the corpus`;
  console.log(`${finding === undefined ? "ok  " : "FAIL"} ${name}: ${counts} (seed ${seed})`);
  if (target.summary !== undefined) console.log(`     ${target.summary()}`);
  if (finding !== undefined) await show(name, finding);
  else if (flags.keep) await keep(name, fuzzed.corpus);
}
process.exit(findings === 0 ? 0 : 1);

async function show(name: string, { data, error }: Finding): Promise<void> {
  findings += 1;
  const path = resolve(import.meta.dirname, `../.cache/fuzz/${name}-${findings}`);
  await mkdir(resolve(path, ".."), { recursive: true });
  await writeFile(path, data);
  console.log(error);
  console.log(`${path}: ${JSON.stringify(data.toString("latin1").slice(0, 500))}`);
}

/** A run with `--time 0 --keep` leaves out what smaller inputs cover too. */
async function keep(name: TargetName, inputs: readonly Buffer[]): Promise<void> {
  const { seeds } = await targets[name]();
  const known = new Set<string>(seeds);
  await writeCorpus(
    name,
    inputs.filter((input) => !known.has(input.toString())),
  );
}
