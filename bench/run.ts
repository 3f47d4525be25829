import { resolve } from "node:path";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import {
  describeRegressions,
  findRegressions,
  type MeasureTimes,
  readBaseline,
  writeBaseline,
} from "./baseline.ts";
import { boundsOf } from "./bounds.ts";
import { describeMachine, machineOf, readCheckout } from "./checkout.ts";
import { appendRun } from "./history.ts";
import { full, gauges, measureGauges, measureRows, short } from "./measure.ts";
import { help, type Options, readOptions, UsageError } from "./options.ts";
import { ownRows, peerRows, type Row, shortRows } from "./rows.ts";
import { describe } from "./table.ts";

// npm run bench -- --help

const root = resolve(import.meta.dirname, "..");
const historyFile = resolve(import.meta.dirname, "history.jsonl");
const baselineFile = resolve(import.meta.dirname, "baseline.json");

try {
  const options = readOptions(process.argv.slice(2), {
    full: [...rowsOf(true).map(({ id }) => id), ...Object.keys(gauges)],
    short: shortRows.map(({ id }) => id),
  });
  if (options.isHelp) console.log(help);
  else process.exitCode = await measure(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function measure(options: Options): Promise<number> {
  if (process.platform !== "linux") {
    throw new UsageError("The bench reads the CPU time of threads from /proc. Run it on Linux.");
  }
  console.error(describeMachine(machineOf()));
  return options.isShort ? runShort(options) : runFull(options);
}

async function runFull(options: Options): Promise<number> {
  const { only, withPeers, isRecorded, isJson, isChecked } = options;
  const names = only.length === 0 ? Object.keys(gauges) : only;
  const rows = only.length === 0 ? rowsOf(withPeers) : rowsOf(true).filter(isNamedIn(only));
  const plan = { ...full, ...options.plan };
  // Read first: later the load average would be our own.
  const machine = machineOf();
  const checkout = isRecorded ? await readCheckout(root, systemClock.now()) : undefined;
  const findings = {
    groups: await measureRows(rows, { plan, references: ["naive"] }),
    gauges: await measureGauges(names),
  };
  if (checkout !== undefined) appendRun(historyFile, { checkout, plan, ...findings });
  const bounds = boundsOf(rows, findings);
  const text = JSON.stringify({ machine, ...findings, bounds });
  console.log(isJson ? text : describe(findings, bounds));
  return isChecked && bounds.some(({ isReached }) => isReached === false) ? 1 : 0;
}

function rowsOf(withPeers: boolean): readonly Row[] {
  return withPeers ? [...ownRows, ...peerRows] : ownRows;
}

function isNamedIn(names: readonly string[]): (row: Row) => boolean {
  return ({ id }) => names.includes(id);
}

async function runShort({ only, plan, baselineNote }: Options): Promise<number> {
  const measureTimes: MeasureTimes = async (wanted) => {
    const rows = shortRows.filter(isNamedIn(wanted));
    const [group] = await measureRows(rows, { plan: { ...short, ...plan }, references: [] });
    if (group === undefined) return new Map();
    console.log(describe({ groups: [group], gauges: [] }, []));
    return new Map(wanted.map((id) => [id, group.figures[id]?.timesRaw]));
  };
  const all = shortRows.map(({ id }) => id);
  if (baselineNote !== undefined) {
    const checkout = await readCheckout(root, systemClock.now());
    writeBaseline(baselineFile, { checkout, note: baselineNote, found: await measureTimes(all) });
    return 0;
  }
  const baseline = readBaseline(baselineFile);
  const regressions = await findRegressions(baseline, only.length === 0 ? all : only, measureTimes);
  console.log(describeRegressions(baseline, regressions));
  return regressions.length === 0 ? 0 : 1;
}
