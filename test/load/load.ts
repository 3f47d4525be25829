import process from "node:process";
import { parseArgs } from "node:util";
import { isKept } from "../promises/promise.ts";
import { runLoad } from "./run-load.ts";

// npm run load [-- --short]
// Exit 1 means that a bound is broken. Five minutes, or with --short from half a minute on.
const { values: flags } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rounds = flags.short ? { least: 1, most: 3 } : { least: 16, most: 16 };

const figures = await runLoad({ ...rounds, note: say });
for (const figure of figures) {
  const { label, value, must } = figure;
  const bound = must === undefined ? "" : `  (${JSON.stringify(must).replace(/[{}"]/g, "")})`;
  const shown = Number.isInteger(value) ? value : value.toFixed(2);
  say(`${isKept(figure) ? "  " : "! "}${shown} ${label}${bound}`);
}
const isBroken = figures.some((figure) => !isKept(figure));
say(isBroken ? "BROKEN" : "All bounds are kept.");
process.exit(isBroken ? 1 : 0);
