import {
  type ContractReading,
  isJsonObject,
  type JsonObject,
  parseJson,
  type ToolContract,
} from "@toolcourt/sdk";
import { profileNames } from "@toolcourt/sdk/rules";
import type { Budget } from "../../../authoring/probing/report.ts";
import { type Flags, usage } from "../../command.ts";
import { testFormats } from "./report.ts";

interface Given {
  readonly time: string | undefined;
  readonly calls: string | undefined;
  readonly timeout: string | undefined;
}

const secondMs = 1_000;

/** Reads the budget, with defaults. */
export function readBudget({ time, calls, timeout }: Given): Budget {
  return {
    callsPerTool: whole(calls, { flag: "--calls", usual: 100, most: 100_000 }),
    timeMs: whole(time, { flag: "--time", usual: 120, most: 86_400 }) * secondMs,
    patienceMs: whole(timeout, { flag: "--timeout", usual: 10, most: 3_600 }) * secondMs,
  };
}

interface Whole {
  readonly flag: string;
  readonly usual: number;
  readonly most: number;
}

function whole(given: string | undefined, { flag, usual, most }: Whole): number {
  if (given === undefined) return usual;
  const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (number >= 1 && number <= most) return number;
  throw usage(`Give ${flag} a whole number from 1 to ${most}.`);
}

const mostSeed = 2 ** 32 - 1;

/** Returns the given seed, or a random one. */
export function readSeed(given: string | undefined, random: () => number): number {
  if (given === undefined) return Math.floor(random() * 2 ** 31);
  const seed = /^\d{1,10}$/.test(given) ? Number(given) : Number.POSITIVE_INFINITY;
  if (seed <= mostSeed) return seed;
  throw usage(`Give --seed a whole number from 0 to ${mostSeed}.`);
}

/** Reads the single input to try. */
export function readInput(
  given: string | undefined,
  only: readonly string[],
): JsonObject | undefined {
  if (given === undefined) return undefined;
  if (only.length !== 1) throw usage("Name the one tool that --input is for with --only.");
  const value = parsed(given);
  if (value === undefined || !isJsonObject(value)) {
    throw usage("Give --input the arguments of a call as a JSON object.");
  }
  return value;
}

function parsed(text: string): ReturnType<typeof parseJson> | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns which tools may be called: read-only ones, and those allowed by effect or name. */
export function readAllowed(allowed: readonly string[]): (contract: ToolContract) => boolean {
  const names = new Set(allowed);
  return ({ effect, name }) => effect === "read" || names.has(effect) || names.has(name);
}

/** Trusts the server's read-only hint if `hinted` is allowed. */
export function believingHints(
  allowed: readonly string[],
): (reading: ContractReading) => ContractReading {
  if (!allowed.includes("hinted")) return (reading) => reading;
  return (reading) => {
    if (reading.kind === "unreadable" || !isHinted(reading.contract)) return reading;
    return { kind: "contract", contract: { ...reading.contract, effect: "read" } };
  };
}

function isHinted({ effect, asReceived: { annotations } }: ToolContract): boolean {
  if (effect !== "write" || annotations === undefined || !isJsonObject(annotations)) return false;
  return annotations["readOnlyHint"] === true;
}

/** The flags of `toolcourt test`. */
export const testFlags = {
  allow: {
    type: "list",
    value: "what",
    summary:
      "Also call tools of this effect (write, destroy), those that their server calls read-only (hinted), or the tool of this name",
  },
  dryRun: {
    type: "switch",
    summary: "Say what would be called with how many inputs, and call nothing",
  },
  only: { type: "list", value: "tool", summary: "Test this tool and no other" },
  seed: { type: "text", value: "number", summary: "Draw the same inputs as a run with this seed" },
  calls: {
    type: "text",
    value: "number",
    summary: "The most inputs that are drawn for one tool (default: 100)",
  },
  time: { type: "text", value: "seconds", summary: "The most time for all of it (default: 120)" },
  timeout: {
    type: "text",
    value: "seconds",
    summary: "How long one call may go unanswered (default: 10)",
  },
  profile: {
    type: "list",
    value: "name",
    summary: `Hold the server to this profile (${profileNames.join(", ")}; default: core)`,
  },
  input: {
    type: "text",
    value: "json",
    summary: "Call the tool that --only names with this input alone",
  },
  server: {
    type: "text",
    value: "name",
    summary: "Whose overlays apply (default: the name of the host or program)",
  },
  overlays: {
    type: "text",
    value: "folder",
    summary: "The folder of overlays, server/tool.yaml in it (default: contracts, if it exists)",
  },
  format: {
    type: "text",
    value: "format",
    summary: "How to report (default: text)",
    choices: testFormats,
  },
  json: { type: "switch", summary: "The same as --format json" },
  output: { type: "text", value: "file", summary: "Write the report there" },
} as const satisfies Flags;
