import {
  type ContractReading,
  isJsonObject,
  type JsonObject,
  parseJson,
  type ToolContract,
} from "@toolcourt/sdk";
import { profileNames } from "@toolcourt/sdk/rules";
import type { Budget } from "../../../authoring/probing/report.ts";
import { isHinted } from "../../../authoring/probing/skips.ts";
import {
  choiceFlag,
  type Flags,
  listFlag,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { formats } from "../../reports/reports.ts";

/** Reads the budget, with defaults. */
export function readBudget({ time, calls, timeout }: Values<typeof testFlags>): Budget {
  return {
    callsPerTool: readWhole("--calls", calls, { max: 100_000 }) ?? 100,
    timeMs: (readWhole("--time", time, { max: 86_400 }) ?? 120) * 1_000,
    patienceMs: (readWhole("--timeout", timeout, { max: 3_600 }) ?? 10) * 1_000,
  };
}

/** Returns the given seed, or a random one. */
export function readSeed(given: string | undefined, random: () => number): number {
  const seed = readWhole("--seed", given, { min: 0, max: 2 ** 32 - 1 });
  return seed ?? Math.floor(random() * 2 ** 31);
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

/** The flags of `toolcourt test`. */
export const testFlags = {
  allow: listFlag(
    "what",
    "Also call tools with this effect (write, destroy), with a readOnlyHint (hinted), or with this name",
  ),
  dryRun: switchFlag("List the tools and the number of inputs, and call nothing"),
  only: listFlag("tool", "Test this tool and no other"),
  seed: textFlag("number", "Generate the same inputs as an earlier run with this seed"),
  calls: textFlag("number", "Maximum number of generated inputs per tool (default: 100)"),
  time: textFlag("seconds", "Time limit for the whole run (default: 120)"),
  timeout: textFlag("seconds", "Timeout of a call (default: 10)"),
  profile: listFlag(
    "name",
    `Hold the server to this profile (${profileNames.join(", ")}; default: core)`,
  ),
  input: textFlag("json", "Call the tool that --only names with this input alone"),
  server: textFlag(
    "name",
    "The server name of the overlays (default: the name of the host or program)",
  ),
  overlays: textFlag(
    "folder",
    "The folder of overlays, server/tool.yaml in it (default: contracts, if it exists)",
  ),
  format: choiceFlag("format", formats.test, "How to report (default: text)"),
  json: switchFlag("The same as --format json"),
  output: textFlag("file", "Write the report there"),
} as const satisfies Flags;
