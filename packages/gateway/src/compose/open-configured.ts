import { dirname, join, resolve } from "node:path";
import type { Tool } from "@toolcourt/sdk";
import type { Egress } from "../boundary/egress/egress.ts";
import { readText } from "../boundary/files/read-file.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import { effectiveSettings } from "../config/effective.ts";
import { loadConfig } from "../config/load.ts";
import type { Lock } from "../contracts/lock/lock.ts";
import { openAll } from "../foundation/kernel/open-all.ts";
import type { Level } from "../foundation/telemetry/events.ts";
import { createKeyBook, type KeyBook } from "../governance/identity/key-book.ts";
import { maxToolsFileMb } from "../http-tools/operations/read-tools-file.ts";
import { createLockSaver } from "./change-lock.ts";
import { draftSetsOf } from "./draft-sets.ts";
import { type FoundConfig, findConfig } from "./find-config.ts";
import { loadLocal } from "./load-local.ts";
import { loadOverlays } from "./load-overlays.ts";
import { longestCallMs } from "./longest-call.ts";
import { type LookingPlace, lookAtDrafts } from "./look-at-drafts.ts";
import { noteLife, originsOf } from "./note-life.ts";
import { type AuthoritySurroundings, type OpenAuthority, openAuthority } from "./open-authority.ts";
import { certificatesOf, openConfiguredEgress } from "./open-egress.ts";
import { type Gateway, type GatewaySurroundings, openGateway } from "./open-gateway.ts";
import { openRedaction } from "./open-redaction.ts";
import type { Outside } from "./open-tool-set.ts";
import { type OpenWatch, openWatch, type WatchSurroundings } from "./open-watch.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { lockName, readLock } from "./read-lock.ts";

export interface GatewayFlags {
  readonly config: string | undefined;
  readonly frozen: boolean;
  /** The lowest level of what is logged. */
  readonly least: Level;
  /** Nothing is logged and the lock stays as it is: looking at a tool approves nothing. */
  readonly onlyLooks?: true;
  /** Servers that cannot be reached are left out, also those that are required. */
  readonly mayBeAbsent?: true;
  /** Observes what tools answered. Default: no observer. */
  readonly openObserver?: OpenObserver | undefined;
  /** Answers questions through a local tool. Default: no such tool. */
  readonly host?: HostExtension | undefined;
}

export type OpenObserver = (
  redaction: Redaction,
  stack: AsyncDisposableStack,
) => Promise<NonNullable<GatewaySurroundings["onAnswered"]>>;

/** The host as a tool of the gateway. The gateway does not know the host: its package depends on ours. */
export interface HostExtension {
  /** The configuration with the tool listed, if the operator turned it on. */
  readonly configure: (config: Config) => Config;
  /** Opens the tool, or returns undefined if the configuration leaves it off. */
  readonly open: (config: Config, runtime: ProcessRuntime) => HostTool | undefined;
}

export interface HostTool {
  readonly tool: Tool;
  /** Connects the tool with the open gateway: each needs the other, so the gateway opens first. */
  readonly attach: (opened: OpenedGateway, stack: AsyncDisposableStack) => Promise<void>;
}

/** The parts of an open gateway that a host works with. */
export type OpenedGateway = Pick<ConfiguredGateway, "config" | "gateway" | "redaction">;

export interface ConfiguredGateway extends AsyncDisposable {
  readonly config: Config;
  /** The text that the configuration was read from. */
  readonly found: FoundConfig;
  /** As it was before the gateway was opened. */
  readonly lock: Lock | undefined;
  readonly gateway: Gateway;
  /** Absent where somebody only looks. */
  readonly authority: OpenAuthority | undefined;
  /** What is told about it. */
  readonly watch: OpenWatch;
  /** The keys of the configuration. Those of the file that it names are put there by who opens an entrance. */
  readonly keys: KeyBook;
  /** The door for requests of our own. */
  readonly egress: Egress;
  /** The one of the process. Whoever holds a secret holds it there too. */
  readonly redaction: Redaction;
}

interface OpenedBefore {
  readonly egress: Egress;
  readonly authority: OpenAuthority | undefined;
}

/** What HTTP tools need. Their files lie beside the configuration. */
async function outsideOf(
  config: Config,
  { egress, authority }: OpenedBefore,
  home: ProcessRuntime & LookingPlace,
): Promise<Outside> {
  const draftsOf = authority?.draftsOf ?? (await lookAtDrafts(config, home));
  return {
    egress,
    ...(authority && { connections: authority.connections }),
    ...(draftsOf && { draftsOf }),
    readText: (file) => readText(file, home, maxToolsFileMb),
  };
}

/** Opens the gateway that a configuration describes. Its lock lies beside the configuration. */
export function openConfigured(
  flags: GatewayFlags,
  surroundings: ProcessRuntime,
): Promise<ConfiguredGateway> {
  return openAll((stack) => openParts(flags, surroundings, stack));
}

async function openParts(
  flags: GatewayFlags,
  surroundings: ProcessRuntime,
  stack: AsyncDisposableStack,
): Promise<Omit<ConfiguredGateway, typeof Symbol.asyncDispose>> {
  const { folder, environment } = surroundings;
  const found = await findConfig(flags.config, surroundings);
  const loaded = loadConfig(found.text, found.source);
  const config = flags.host?.configure(loaded) ?? loaded;
  const beside = flags.config === undefined ? "." : dirname(flags.config);
  const lockFile = join(beside, lockName);
  const lock = await readLock(lockFile, surroundings);
  const redaction = openRedaction(config);
  const here = { ...surroundings, redaction, folder: resolve(folder, beside), stack };
  const watch = await watchOver(config, flags, here);
  const keys = keysIn(config);
  const home = { ...here, write: watch.write, holderOf: keys.holderOf };
  const authority =
    flags.onlyLooks === true ? undefined : stack.use(await authorityOver(found, config, home));
  const egress = stack.use(await openConfiguredEgress(config.egress, home));
  const hostTool = flags.host?.open(config, surroundings);
  const opened = openGateway(config, {
    ...surroundings,
    ...watch,
    redaction,
    outside: await outsideOf(config, { egress, authority }, home),
    write: authority?.write ?? watch.write,
    ...(authority && { authority }),
    searchPath: environment["PATH"] ?? "",
    local: await localIn(config, hostTool?.tool, surroundings),
    ...(hostTool && { hostTool: hostTool.tool }),
    // Beside the configuration as the lock: what a tool is held to must not depend on where somebody stands.
    overlayOf: await loadOverlays(namesIn(config), home),
    lock,
    saveLock: saverOf(flags, { file: lockFile, lock }, surroundings),
    frozen: flags.frozen,
    ...(flags.mayBeAbsent && { mayBeAbsent: flags.mayBeAbsent }),
    ...(flags.openObserver && { onAnswered: await flags.openObserver(redaction, stack) }),
  });
  const gateway = stack.use(await opened);
  await hostTool?.attach({ config, gateway, redaction }, stack);
  return { config, found, lock, gateway, authority, watch, keys, egress, redaction };
}

function keysIn({ auth }: Config): KeyBook {
  return createKeyBook(auth?.keys ?? [], auth?.keysFile === undefined ? "none" : "to-come");
}

/** Looking at a tool approves nothing. */
function saverOf(
  { onlyLooks }: GatewayFlags,
  { file, lock }: { readonly file: string; readonly lock: Lock | undefined },
  surroundings: ProcessRuntime,
): GatewaySurroundings["saveLock"] {
  return onlyLooks === true ? async () => undefined : createLockSaver(file, lock, surroundings);
}

function namesIn({ toolbox }: Config): readonly string[] {
  return toolbox.servers.map(({ name }) => name);
}

async function localIn(
  { toolbox }: Config,
  hostTool: Tool | undefined,
  runtime: ProcessRuntime,
): Promise<readonly Tool[]> {
  const local = await loadLocal(toolbox.local, runtime);
  return hostTool === undefined ? local : [...local, hostTool];
}

/** Whoever only looks at tools makes no calls, so there is nothing to be told. */
function watchOver(
  config: Config,
  { onlyLooks, least }: GatewayFlags,
  here: Omit<WatchSurroundings, "print" | "least"> & Pick<ProcessRuntime, "terminal">,
): Promise<OpenWatch> {
  if (onlyLooks !== true) return openWatch(config, { ...here, print: here.terminal.err, least });
  const { metrics: _metrics, otlp: _otlp, ...rest } = config.telemetry;
  const telemetry = { ...rest, stacks: "none" } as const;
  return openWatch({ ...config, telemetry }, { ...here, print: () => undefined, least });
}

/** Opens what decides on calls, and notes in its log what configuration it was opened with. */
function authorityOver(
  { text, source }: FoundConfig,
  { authority: settings, toolbox, egress }: Config,
  surroundings: Omit<AuthoritySurroundings, "addressOf" | "longestCallMs">,
): Promise<OpenAuthority & AsyncDisposable> {
  const { servers } = toolbox;
  const origins = originsOf(servers);
  const addressOf = (server: string): string | undefined => origins.get(server);
  const { newId } = surroundings;
  return openAll(async (stack) => {
    const { profilesOf } = draftSetsOf({ toolbox });
    const known = { addressOf, longestCallMs: longestCallMs(toolbox), profilesOf };
    const trusted = await certificatesOf(egress, surroundings);
    const around = { ...surroundings, ...known, ...trusted };
    const authority = stack.use(await openAuthority(settings, around));
    const life = { settings: effectiveSettings(text, source), servers, newId };
    stack.defer(noteLife(authority.notes, life));
    return { ...authority };
  });
}
