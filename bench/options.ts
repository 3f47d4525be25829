import { parseArgs } from "node:util";
import type { Plan } from "./compare.ts";

export interface Options {
  readonly isHelp: boolean;
  readonly isShort: boolean;
  /** Names of rows and figures. Empty: all. */
  readonly only: readonly string[];
  /** Changes of the plan. */
  readonly plan: Partial<Plan>;
  readonly withPeers: boolean;
  readonly isRecorded: boolean;
  /** Why the baseline is moved to this commit. Undefined: it is not. */
  readonly baselineNote: string | undefined;
  readonly isJson: boolean;
  readonly isChecked: boolean;
}

/** A mistake that the person at the command line can correct. Its message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The least and the most of what a flag counts. */
const ranges = {
  rounds: { flag: "--rounds", min: 4, max: 1_000 },
  warmCalls: { flag: "--warm", min: 1_000, max: 1_000_000 },
} as const;

export const help = `npm run bench [-- <flag>...]

Compares the CPU time of calls through toolcourt with a raw proxy and a gateway built on the MCP
SDK. Without flags it measures all rows and figures.

  --only <name>           Measures one row or figure. May be repeated.
  --rounds <n>            Measures n slices of each program, from 4 on. Default: 24, short 16.
  --warm <n>              Calls each program n times before, from 1,000 on. Default: 30,000, short 12,000.
  --peers                 Adds gateways from npm, and installs them first.
  --short                 Measures four rows as CI does. Fails if one costs 15 % more than the
                          baseline (bench/baseline.json), seen twice in a row.
  --move-baseline <why>   With --short: makes this commit the baseline.
  --record                Appends the run to bench/history.jsonl. The checkout must be committed.
  --check                 Fails if a promised bound is missed.
  --json                  Prints JSON.
  --help                  Prints this text.
`;

/** The names that `--only` takes, in a full and in a short run. */
export interface Names {
  readonly full: readonly string[];
  readonly short: readonly string[];
}

export function readOptions(args: readonly string[], names: Names): Options {
  const flags = parse(args);
  const isShort = flags.short;
  const options = {
    isHelp: flags.help,
    isShort,
    only: flags.only,
    plan: {
      ...countOf("rounds", flags.rounds),
      ...countOf("warmCalls", flags.warm),
    },
    withPeers: flags.peers,
    isRecorded: flags.record,
    baselineNote: flags["move-baseline"],
    isJson: flags.json,
    isChecked: flags.check,
  };
  refuseUnknown(flags.only, isShort ? names.short : names.full);
  refuseContradictions(options);
  return options;
}

// The type of the flags follows from the table, so it is not written out.
function parse(args: readonly string[]) {
  const off = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: "string", multiple: true, default: [] },
        rounds: { type: "string" },
        warm: { type: "string" },
        "move-baseline": { type: "string" },
        short: off,
        peers: off,
        record: off,
        check: off,
        json: off,
        help: off,
      },
    }).values;
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function countOf(key: keyof typeof ranges, text: string | undefined): Partial<Plan> {
  if (text === undefined) return {};
  const { flag, min, max } = ranges[key];
  const count = Number(text);
  if (Number.isInteger(count) && count >= min && count <= max) return { [key]: count };
  throw refused(`${flag}: Expected a whole number from ${min} to ${max}, got "${text}".`);
}

function refuseUnknown(only: readonly string[], names: readonly string[]): void {
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw refused(`--only: Expected one of ${names.join(", ")}, got "${unknown}".`);
}

function refuseContradictions(options: Options): void {
  const { isShort, only } = options;
  const ofFullRuns = [options.isRecorded, options.withPeers, options.isJson, options.isChecked];
  if (isShort && ofFullRuns.includes(true)) {
    throw refused("--short: Expected no --record, --peers, --json or --check beside it.");
  }
  if (options.withPeers && only.length > 0) {
    throw refused("--peers: Expected no --only beside it. Name the peers with --only instead.");
  }
  if (options.baselineNote !== undefined) refuseUnlikeCi(options, options.baselineNote);
}

function refuseUnlikeCi({ isShort, only, plan }: Options, note: string): void {
  // A baseline that was measured in another way compares with nothing.
  if (!isShort || only.length > 0 || Object.keys(plan).length > 0) {
    throw refused("--move-baseline: Expected --short, without --only, --rounds and --warm.");
  }
  if (note.trim() === "") {
    throw refused("--move-baseline: Expected a reason, got an empty text.");
  }
}

function refused(problem: string, options?: ErrorOptions): UsageError {
  return new UsageError(`${problem}\nRun: npm run bench -- --help`, options);
}
