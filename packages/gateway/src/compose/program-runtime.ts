import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createNewId } from "@toolcourt/contracts/internal/kernel/new-id";
import type { Tool } from "@toolcourt/sdk";
import type { LoadIndexTools } from "../search/index-tools.ts";
import type { OpenStores } from "./open-durable-stores.ts";
import type { KeySource } from "./open-key-source.ts";
import type { OpenProgramUpstream } from "./open-servers.ts";
import type { SharedStores } from "./open-shared.ts";
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

/** What a program may put in place of configured parts. The program closes what it passes. */
export interface ProgramParts {
  /** Tools of the program, beside those in the configuration. Default: none. */
  readonly tools?: readonly Tool[] | undefined;
  /** Durable stores. Default: the configured ones. */
  readonly stores?: OpenStores | undefined;
  /** Counters and notices in place of Redis. Default: the configured Redis. */
  readonly shared?: SharedStores | undefined;
  /** Keys of stored credentials. Default: the configured source. */
  readonly keySource?: KeySource | undefined;
  /** Connections by a transport of the program, by the name of the server. Default: none. */
  readonly upstreams?: Readonly<Record<string, OpenProgramUpstream>> | undefined;
  /** Loads the ranking of `discovery: search`. Default: such a configuration is refused. */
  readonly indexTools?: LoadIndexTools | undefined;
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
