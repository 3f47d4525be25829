import process from "node:process";
import { parseArgs } from "node:util";
import { isKept } from "../promises/promise.ts";
import { figureLines } from "../promises/report.ts";
import type { Verdict } from "./judge.ts";
import { runSoak, type Soak, type Soaked } from "./run-soak.ts";

// npm run soak [-- --short | --minutes <n> | --hours <n>] [--store sqlite|postgres]
// Exit 1 means that something grows. The time is for each store. --short also shows that a leak is
// found which was put in on purpose.

const usage = "npm run soak -- [--short | --minutes <n> | --hours <n>] [--store sqlite|postgres]";
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const shortMs = 14_000;

function flagsOf(): {
  readonly holdMs: number;
  readonly stores: readonly Soak["store"][];
  readonly isShort: boolean;
} {
  const { values } = parseArgs({
    options: {
      short: { type: "boolean", default: false },
      minutes: { type: "string", default: "20" },
      hours: { type: "string" },
      store: { type: "string" },
    },
  });
  const minutes = values.hours === undefined ? Number(values.minutes) : Number(values.hours) * 60;
  const known = ["sqlite", "postgres"] as const;
  const stores = known.filter((each) => values.store === undefined || each === values.store);
  if (!(minutes >= 1 && minutes <= 10_080) || stores.length === 0) {
    process.stderr.write(`Expected 1 minute to 168 hours, and a known store.\n${usage}\n`);
    process.exit(2);
  }
  return { holdMs: values.short ? shortMs : minutes * 60_000, stores, isShort: values.short };
}

function verdictLine(verdict: Verdict): string {
  const { name, mean, perHour, low, high, growth, allowed, isFlat } = verdict;
  const scale = name.endsWith("bytes") ? 1_000_000 : 1;
  const label = scale === 1 ? name : name.replace("bytes", "MB");
  const shown = (value: number): string => (value / scale).toFixed(2);
  const slope = `${shown(perHour)}/h (${shown(low)} to ${shown(high)})`;
  const half = `grew ${shown(growth)}, at most ${shown(allowed)}`;
  return `  ${isFlat ? "flat " : "GROWS"} ${label}: mean ${shown(mean)}, ${slope}; ${half}`;
}

function report(title: string, { verdicts, figures, tally }: Soaked): boolean {
  say(title);
  for (const verdict of verdicts) say(verdictLine(verdict));
  for (const line of figureLines({ title, seconds: 0, figures })) say(line);
  for (const [label, outcomes] of tally) {
    say(
      `         ${label}: ${[...outcomes].map(([code, count]) => `${code} ${count}`).join(", ")}`,
    );
  }
  return verdicts.every(({ isFlat }) => isFlat) && figures.every(isKept);
}

const { holdMs, stores, isShort } = flagsOf();
let isKeptByAll = true;
for (const store of stores) {
  const soaked = await runSoak({ store, holdMs, isLeaky: false, note: say });
  isKeptByAll = report(store, soaked) && isKeptByAll;
}
if (isShort) {
  const { verdicts } = await runSoak({ store: "sqlite", holdMs, isLeaky: true, note: say });
  const missed = ["heap bytes", "descriptors", "timers"].filter((name) =>
    verdicts.some((each) => each.name === name && each.isFlat),
  );
  say(`a leak on purpose: ${missed.length === 0 ? "found" : `NOT FOUND in ${missed.join(", ")}`}`);
  isKeptByAll &&= missed.length === 0;
}
say(isKeptByAll ? "All is flat." : "BROKEN");
process.exit(isKeptByAll ? 0 : 1);
