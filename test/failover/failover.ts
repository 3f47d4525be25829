import process from "node:process";
import { parseArgs } from "node:util";
import { isKept } from "../promises/promise.ts";
import { figureLines } from "../promises/report.ts";
import { runFailover } from "./run-failover.ts";

// npm run failover [-- --short | --rounds <n>]
// Exit 1 means that a bound is broken. 20 rounds of about six seconds, or with --short three.
const { values: flags } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    rounds: { type: "string", default: "20" },
  },
});
const rounds = flags.short ? 3 : Number(flags.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1_000) {
  process.stderr.write(`--rounds takes a number from 1 to 1000, not "${flags.rounds}".\n`);
  process.exit(2);
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const began = process.hrtime.bigint();
const figures = await runFailover({ rounds, note: say });
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
for (const line of figureLines({ title: "failover", seconds, figures })) say(line);
const isBroken = !figures.every(isKept);
say(isBroken ? "BROKEN" : "All bounds are kept.");
process.exit(isBroken ? 1 : 0);
