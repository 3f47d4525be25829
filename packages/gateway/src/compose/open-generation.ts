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
import { checkEndpoints } from "./check-endpoints.ts";
import { defaultFile, type FoundConfig } from "./find-config.ts";
import { acceptedLock } from "./live/accepted-files.ts";
import type { Replacing } from "./live/hand-over.ts";
import { type LocalDeps, loadLocal, refuseUnboxed } from "./load-local.ts";
import { type OverlayTexts, overlaysIn, readOverlays } from "./load-overlays.ts";
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
  readonly overlays: OverlayTexts;
  /** Returns the lock as this gateway last wrote it, or found it. */
  readonly lockNow: () => Lock | undefined;
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

/**
 * Opens a gateway over a home. A change that only takes away keeps the lock and the overlays. A
 * worker that starts again has those of the others.
 */
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
    const { accepted } = flags;
    const contracts = await contractsOf(config, { replacing, accepted, lockFile }, here);
    const { lock, overlayOf, overlays, answered } = contracts;
    const save = saverOf(flags, { file: lockFile, lock }, runtime);
    const saves = new HeldSaves(save, { lock, replacing, onSaved: flags.onAccepted });
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
        answered,
        patienceMs: flags.patienceMs,
        replacing,
        ...(await wishesOf(flags, redaction, stack)),
      }),
    );
    judgeEndpoints(flags, gateway, wanted);
    await hostTool?.attach({ config, gateway, redaction }, stack);
    const { current: lockNow, release: writeLock } = saves;
    return { ...wanted, gateway, egress, lock, overlayOf, overlays, lockNow, writeLock };
  });
}

/** A command that only looks may show why an endpoint offers nothing. */
function judgeEndpoints(
  { onlyLooks }: GatewayFlags,
  gateway: Gateway,
  { config, found }: WantedGateway,
): void {
  if (onlyLooks !== true) checkEndpoints(config, gateway, found);
}

interface Contracts {
  readonly replacing: Replacing | undefined;
  readonly accepted: GatewayFlags["accepted"];
  readonly lockFile: string;
}

/** Returns what contracts are compared with, and what overlays add to them. */
async function contractsOf(
  { toolbox: { servers } }: Config,
  { replacing, accepted, lockFile }: Contracts,
  here: ProcessRuntime,
): Promise<Pick<Generation, "lock" | "overlayOf" | "overlays"> & Pick<GatewayDeps, "answered">> {
  // What only takes away keeps the contracts that are in force.
  if (replacing?.narrows === true) {
    const { gateway, lockNow, overlayOf, overlays } = replacing.last;
    return { lock: lockNow() ?? gateway.registry.lock(), overlayOf, overlays };
  }
  if (accepted !== undefined && replacing === undefined) {
    const { overlays, answered } = accepted;
    return { lock: acceptedLock(accepted), overlayOf: overlaysIn(overlays), overlays, answered };
  }
  const names = servers.map(({ name }) => name);
  // Both lie beside the configuration: a contract must not depend on the working folder.
  const lock = await readLock(lockFile, here);
  const overlays = await readOverlays(names, here);
  return { lock, overlayOf: overlaysIn(overlays), overlays };
}

async function wishesOf(
  {
    frozen,
    forOperator,
    mayBeAbsent,
    leavesOut,
    openObserver,
    upstreams,
    indexTools,
  }: GatewayFlags,
  redaction: Redaction,
  stack: AsyncDisposableStack,
): Promise<
  Pick<
    GatewayDeps,
    | "frozen"
    | "forOperator"
    | "mayBeAbsent"
    | "leavesOut"
    | "onAnswered"
    | "upstreams"
    | "indexTools"
  >
> {
  return {
    frozen,
    upstreams,
    indexTools,
    ...(forOperator && { forOperator }),
    ...(mayBeAbsent && { mayBeAbsent }),
    ...(leavesOut && { leavesOut }),
    ...(openObserver && { onAnswered: await openObserver(redaction, stack) }),
  };
}

type SaveLock = GatewayDeps["saveLock"];

interface SavedLock {
  readonly lock: Lock | undefined;
  readonly replacing: Replacing | undefined;
  readonly onSaved: (() => void) | undefined;
}

/** Keeps the lock of a gateway that is not in use yet: it may never be. */
class HeldSaves {
  readonly #write: SaveLock;
  readonly #onSaved: () => void;
  #isHeld: boolean;
  #held: Lock | undefined;
  #current: Lock | undefined;

  constructor(write: SaveLock, { lock, replacing, onSaved = () => undefined }: SavedLock) {
    this.#write = write;
    this.#onSaved = onSaved;
    this.#isHeld = replacing !== undefined;
    this.#current = lock;
  }

  readonly current = (): Lock | undefined => this.#current;

  readonly save: SaveLock = async (lock) => {
    if (this.#isHeld) this.#held = lock;
    else await this.#write(lock);
    this.#current = lock;
    if (!this.#isHeld) this.#onSaved();
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
