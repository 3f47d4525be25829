import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import { hasCode, Refusal } from "../errors/refusal.ts";
import { type Gateway, openGateway } from "../gateway.ts";
import { formatLock } from "../registry/lock/format-lock.ts";
import type { Lock } from "../registry/lock/lock.ts";
import { parseLock } from "../registry/lock/parse-lock.ts";
import type { Level } from "../telemetry/events.ts";
import { createTextWriter } from "../telemetry/writers.ts";
import type { Surroundings } from "./command.ts";
import { type FoundConfig, findConfig } from "./find-config.ts";
import { loadLocal } from "./load-local.ts";
import { loadOverlays } from "./load-overlays.ts";
import { printable } from "./printable.ts";
import { readText } from "./read-file.ts";
import { writeWhole } from "./write-file.ts";

export interface GatewayFlags {
  readonly config: string | undefined;
  readonly frozen: boolean;
  /** The lowest level of what is logged. */
  readonly least: Level;
  /** Nothing is logged and the lock stays as it is: looking at a tool approves nothing. */
  readonly onlyLooks?: true;
}

export interface ConfiguredGateway extends AsyncDisposable {
  readonly config: Config;
  /** The text that the configuration was read from. */
  readonly found: FoundConfig;
  /** As it was before the gateway was opened. */
  readonly lock: Lock | undefined;
  readonly gateway: Gateway;
}

const lockName = "toolcourt.lock";
const maxLockMb = 64;

/** Opens the gateway that a configuration describes. Its lock lies beside the configuration. */
export async function openConfigured(
  flags: GatewayFlags,
  surroundings: Surroundings,
): Promise<ConfiguredGateway> {
  const { terminal, folder, environment } = surroundings;
  const found = await findConfig(flags.config, surroundings);
  const config = loadConfig(found.text, found.source);
  const lockFile = join(flags.config === undefined ? "." : dirname(flags.config), lockName);
  const lock = await readLock(lockFile, surroundings);
  const gateway = await openGateway(config, {
    ...surroundings,
    write: createTextWriter({
      print: flags.onlyLooks === true ? () => undefined : terminal.err,
      least: flags.least,
    }),
    searchPath: environment["PATH"] ?? "",
    local: await loadLocal(config.toolbox.local, surroundings),
    overlayOf: await loadOverlays(
      ["local", ...config.toolbox.servers.map(({ name }) => name)],
      surroundings,
    ),
    lock,
    saveLock: async (next) => {
      if (flags.onlyLooks !== true) await writeWhole(folder, lockFile, formatLock(next));
    },
    frozen: flags.frozen,
  });
  return {
    config,
    found,
    lock,
    gateway,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

async function readLock(file: string, surroundings: Surroundings): Promise<Lock | undefined> {
  try {
    return parseLock(await readText(file, surroundings, maxLockMb), printable(file));
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    if (!hasCode(error, "json-invalid")) throw error;
    // Nobody writes a lock by hand, so correcting its JSON is not what there is to do.
    const { expected, ...place } = error.details;
    const problem = `Expected ${expected}.`;
    throw new Refusal("lock-invalid", { ...place, problem }, { cause: error });
  }
}
