import process from "node:process";
import { parseArgs } from "node:util";
import { isKept } from "../promises/promise.ts";
import { figureLines } from "../promises/report.ts";
import { runStorm } from "./run-storm.ts";

// npm run reload [-- --short] [--seed <n>]
// Exit 1 means that a bound is broken. 200 changes under 64 callers, or with --short 30 under 16.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
const seed = Number(flags.seed);
if (!Number.isSafeInteger(seed)) {
  process.stderr.write(`--seed takes a whole number, not "${flags.seed}".\n`);
  process.exit(2);
}
const size = flags.short ? { changes: 30, callers: 16 } : { changes: 200, callers: 64 };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const began = process.hrtime.bigint();
const figures = await runStorm({ ...size, seed, note: say, boundsMemory: !flags.short });
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
for (const line of figureLines({ title: "reload", seconds, figures })) say(line);
const isBroken = !figures.every(isKept);
say(`${seconds.toFixed(1)} s`);
say(isBroken ? "BROKEN" : "All bounds are kept.");
process.exit(isBroken ? 1 : 0);
