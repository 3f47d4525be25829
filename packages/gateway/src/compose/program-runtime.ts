import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createNewId } from "@toolcourt/contracts/internal/kernel/new-id";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The environment of a program that embeds the gateway. */
export interface ProgramOptions {
  /** The folder of the configuration, and the base of relative paths. */
  readonly folder: string;
  /** Path of the configuration. Default: `toolcourt.yaml` in the folder, if it exists. */
  readonly config?: string | undefined;
  /** Variables the configuration may reference, and the `PATH` for commands. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives the gateway's log lines. Default: none. */
  readonly warn?: ((line: string) => void) | undefined;
}

/** Returns the system's clock and randomness with the options of a program. */
export function programRuntime({
  folder,
  environment = {},
  warn = ignore,
}: ProgramOptions): ProcessRuntime {
  return {
    terminal: { err: warn },
    signal: new AbortController().signal,
    clock: systemClock,
    folder,
    environment,
    newId: createNewId(randomFillSync),
    random: () => randomInt(2 ** 32) / 2 ** 32,
    randomBytes,
    operator: "operator:program",
    // An embedding program provides no standard input.
    readInput: async function* () {},
  };
}

function ignore(): void {}
