import { join, resolve } from "node:path";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { Egress } from "../boundary/egress/egress.ts";
import { pathOfNamed } from "../boundary/files/package-file.ts";
import { readText } from "../boundary/files/read-file.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import { maxToolsFileMb } from "../http-tools/operations/read-tools-file.ts";
import { createLockSaver, lockName, readLock } from "./change-lock.ts";
import { defaultFile, type FoundConfig } from "./find-config.ts";
import type { Replacing } from "./live/hand-over.ts";
import { type LocalDeps, loadLocal, refuseUnboxed } from "./load-local.ts";
import { loadOverlays } from "./load-overlays.ts";
import { lookUpConnections } from "./look-up-connections.ts";
import { createFilesOf } from "./named-files.ts";
import { decisionsOf } from "./open-admissions.ts";
import { type OpenAuthority } from "./open-authority.ts";
import type { GatewayFlags, HostTool } from "./open-configured.ts";
import { openConfiguredEgress } from "./open-egress.ts";
import { type Gateway, type GatewayDeps, openGateway } from "./open-gateway.ts";
import type { GatewayHome } from "./open-home.ts";
import type { Outside } from "./open-tool-set.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { sandboxingOf } from "./sandboxing.ts";
import { type DraftLookupDeps, readApprovedDrafts } from "./set-drafts.ts";

/** A configuration that was read whole and is valid. */
export interface WantedGateway {
  readonly found: FoundConfig;
  readonly config: Config;
  readonly hostTool?: HostTool | undefined;
}

/** One gateway of a home, and what it was opened with. */
export interface Generation extends WantedGateway, AsyncDisposable {
  readonly gateway: Gateway;
  readonly egress: Egress;
  readonly lock: Lock | undefined;
  readonly overlayOf: GatewayDeps["overlayOf"];
  /** Writes what this gateway would add to the lock. No-op for the first one, which wrote it. */
  readonly writeLock: () => Promise<void>;
}

interface OpenedBefore {
  readonly egress: Egress;
  readonly authority: OpenAuthority | undefined;
}

/** Opens the dependencies of HTTP tools. Their files lie next to the configuration. */
async function outsideOf(
  config: Config,
  { egress, authority }: OpenedBefore,
  home: ProcessRuntime & DraftLookupDeps & Parameters<typeof lookUpConnections>[1],
): Promise<Outside> {
  const draftsOf = authority?.draftsOf ?? (await readApprovedDrafts(config, home));
  const connections = authority?.connections ?? (await lookUpConnections(config, home));
  return {
    egress,
    ...(connections && { connections }),
    ...(draftsOf && { draftsOf }),
    readText: (file) => readText(pathOfNamed(file, home.folder), home, maxToolsFileMb),
  };
}

/** How a gateway was asked for, and the process that it runs in. */
export interface Asked {
  readonly flags: GatewayFlags;
  readonly runtime: ProcessRuntime;
}

/** The gateway to replace. Unset for the first one of a home. */
interface Opening extends Asked {
  readonly replacing?: Replacing | undefined;
}

/** Opens a gateway over a home. A change that only takes away keeps the lock and the overlays. */
export function openOver(
  home: GatewayHome,
  wanted: WantedGateway,
  { flags, runtime, replacing }: Opening,
): Promise<Generation> {
  const { authority, watch, redaction, ca, beside, folder } = home;
  const { found, config, hostTool } = wanted;
  return openAll(async (stack) => {
    const lockFile = join(beside, lockName);
    const here = { ...runtime, redaction, folder, stack, ca, write: watch.write };
    const files = createFilesOf(config, { found, authority, folder: runtime.folder }, folder);
    const { connections, policy } = authority ?? {};
    const reached = { ...here, connections, policy };
    const egress = stack.use(await openConfiguredEgress(config.egress, reached));
    const { lock, overlayOf } = await contractsOf(config, { replacing, lockFile }, here);
    const saves = new HeldSaves(saverOf(flags, { file: lockFile, lock }, runtime), replacing);
    const { tools } = flags;
    const local = { ...runtime, stack, configured: folder, files };
    const file = resolve(runtime.folder, flags.config ?? defaultFile);
    const gateway = stack.use(
      await openGateway(config, {
        ...runtime,
        ...watch,
        redaction,
        ca,
        outside: await outsideOf(config, { egress, authority }, here),
        write: authority?.write ?? watch.write,
        ...(authority && { authority }),
        searchPath: runtime.environment["PATH"] ?? "",
        sandboxing: sandboxingOf(config, { ...runtime, folder, file, files }),
        ...(await toolsIn(config, { host: hostTool, tools }, local)),
        overlayOf,
        lock,
        decisionOf: await decisionsOf(config, authority, here),
        saveLock: saves.save,
        patienceMs: flags.patienceMs,
        replacing,
        ...(await wishesOf(flags, redaction, stack)),
      }),
    );
    await hostTool?.attach({ config, gateway, redaction }, stack);
    return { ...wanted, gateway, egress, lock, overlayOf, writeLock: saves.release };
  });
}

interface Contracts {
  readonly replacing: Replacing | undefined;
  readonly lockFile: string;
}

/** Returns what contracts are compared with, and what overlays add to them. */
async function contractsOf(
  { toolbox: { servers } }: Config,
  { replacing, lockFile }: Contracts,
  here: ProcessRuntime,
): Promise<Pick<Generation, "lock" | "overlayOf">> {
  // What only takes away keeps the contracts that are in force.
  if (replacing?.narrows === true) {
    const { gateway, overlayOf } = replacing.last;
    return { lock: gateway.registry.lock(), overlayOf };
  }
  const names = servers.map(({ name }) => name);
  // Both lie beside the configuration: a contract must not depend on the working folder.
  const lock = await readLock(lockFile, here);
  return { lock, overlayOf: await loadOverlays(names, here) };
}

async function wishesOf(
  { frozen, forOperator, mayBeAbsent, leavesOut, openObserver, upstreams }: GatewayFlags,
  redaction: Redaction,
  stack: AsyncDisposableStack,
): Promise<
  Pick<
    GatewayDeps,
    "frozen" | "forOperator" | "mayBeAbsent" | "leavesOut" | "onAnswered" | "upstreams"
  >
> {
  return {
    frozen,
    upstreams,
    ...(forOperator && { forOperator }),
    ...(mayBeAbsent && { mayBeAbsent }),
    ...(leavesOut && { leavesOut }),
    ...(openObserver && { onAnswered: await openObserver(redaction, stack) }),
  };
}

type SaveLock = GatewayDeps["saveLock"];

/** Keeps the lock of a gateway that is not in use yet: it may never be. */
class HeldSaves {
  readonly #write: SaveLock;
  #isHeld: boolean;
  #held: Lock | undefined;

  constructor(write: SaveLock, replacing: Replacing | undefined) {
    this.#write = write;
    this.#isHeld = replacing !== undefined;
  }

  readonly save: SaveLock = async (lock) => {
    if (this.#isHeld) this.#held = lock;
    else await this.#write(lock);
  };

  readonly release = async (): Promise<void> => {
    if (this.#held !== undefined) await this.#write(this.#held);
    this.#held = undefined;
    this.#isHeld = false;
  };
}

/** Returns a saver that does nothing in read-only mode. */
function saverOf(
  { onlyLooks }: GatewayFlags,
  { file, lock }: { readonly file: string; readonly lock: Lock | undefined },
  runtime: ProcessRuntime,
): GatewayDeps["saveLock"] {
  return onlyLooks === true ? async () => undefined : createLockSaver(file, lock, runtime);
}

async function toolsIn(
  { toolbox }: Config,
  { host, tools = [] }: { readonly host: HostTool | undefined } & Pick<GatewayFlags, "tools">,
  runtime: LocalDeps,
): Promise<Pick<GatewayDeps, "local" | "hostTool">> {
  refuseUnboxed(toolbox, tools);
  const local = [...(await loadLocal(toolbox, runtime)), ...tools];
  return host === undefined ? { local } : { local: [...local, host.tool], hostTool: host.tool };
}
