import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createNewId } from "@toolcourt/contracts/internal/kernel/new-id";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { openConfigured } from "@toolcourt/gateway/internal/compose/open-configured";
import type { ProcessRuntime } from "@toolcourt/gateway/internal/compose/process-runtime";
import { askExtension } from "./compose/ask-tool.ts";
import { type HostWishes, loadHost, openHost as openHostBefore } from "./compose/open-host.ts";
import type { Host } from "./create-host.ts";

export type { HostWishes } from "./compose/open-host.ts";

/** The environment of a program that embeds the host. */
export interface HostPlace {
  /** The folder of the configuration, and the base of relative paths. */
  readonly folder: string;
  /** Path of the configuration. Default: `toolcourt.yaml` in the folder, if it exists. */
  readonly config?: string;
  /** Variables the configuration may reference, and the `PATH` for commands. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Receives the gateway's log lines. Default: none. */
  readonly warn?: (line: string) => void;
}

/**
 * Opens the gateway of a configuration, with a host in front. The caller must close it.
 *
 * @example
 * ```ts
 * await using host = await openHost({ folder: ".", environment: process.env });
 * const answer = await host.ask("Greet Ada.", {
 *   principal: { id: "local", permissions: "all", kind: "local" },
 *   agent: { name: "my-program", version: "1.0.0" },
 *   signal: AbortSignal.timeout(60_000),
 * });
 * ```
 */
export function openHost(
  place: HostPlace,
  wishes: HostWishes = {},
): Promise<Host & AsyncDisposable> {
  const runtime = runtimeOf(place);
  const flags = {
    config: place.config,
    frozen: false,
    least: "warning",
    host: askExtension,
  } as const;
  return openAll(async (stack) => {
    await loadHost();
    const configured = stack.use(await openConfigured(flags, runtime));
    const { ask, stream } = stack.use(await openHostBefore(configured, runtime, wishes));
    return { ask, stream };
  });
}

function runtimeOf({ folder, environment = {}, warn = ignore }: HostPlace): ProcessRuntime {
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
