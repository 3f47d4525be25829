import { join, resolve } from "node:path";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { Tool } from "@toolcourt/sdk";
import type { Egress } from "../boundary/egress/egress.ts";
import { pathOfNamed } from "../boundary/files/package-file.ts";
import { readText } from "../boundary/files/read-file.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import { effectiveSettings } from "../config/effective.ts";
import { loadConfig } from "../config/load.ts";
import { extraCertificates, extraCertificatesOf } from "../config/variables.ts";
import { KeyBook } from "../governance/identity/static-keys.ts";
import { maxToolsFileMb } from "../http-tools/operations/read-tools-file.ts";
import type { Level } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createLockSaver, lockName, readLock } from "./change-lock.ts";
import type { FoundConfig } from "./find-config.ts";
import { type LocalDeps, loadLocal, refuseUnboxed } from "./load-local.ts";
import { loadOverlays } from "./load-overlays.ts";
import { lookUpConnections } from "./look-up-connections.ts";
import { maxCallMs } from "./max-call-ms.ts";
import { createFilesOf, folderOf } from "./named-files.ts";
import { type Life, noteLife, originsOf } from "./note-life.ts";
import { type AuthorityDeps, type OpenAuthority, openAuthority } from "./open-authority.ts";
import { certificatesOf, openConfiguredEgress } from "./open-egress.ts";
import { type Gateway, type GatewayDeps, openGateway } from "./open-gateway.ts";
import { openRedaction } from "./open-redaction.ts";
import type { Outside } from "./open-tool-set.ts";
import { type OpenWatch, openWatch, type WatchDeps } from "./open-watch.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import type { ProgramParts } from "./program-runtime.ts";
import { findWithSecrets, type WantedConfig } from "./read-secrets.ts";
import { type DraftLookupDeps, profilesOfSet, readApprovedDrafts } from "./set-drafts.ts";

export interface GatewayFlags extends ProgramParts, WantedConfig {
  readonly frozen: boolean;
  /** Minimum log level. */
  readonly minLevel: Level;
  /**
   * Read-only: logs nothing and leaves the lock alone, so that viewing a tool approves nothing.
   * Default: off.
   */
  readonly onlyLooks?: true;
  /** The command itself shows how its calls ended, so the log does not. Default: off. */
  readonly showsOutcomes?: true;
  /** Shows every tool, whatever `server.list` says: the operator types the command. Default: off. */
  readonly forOperator?: true;
  /** Skips unreachable servers, even required ones. Default: off. */
  readonly mayBeAbsent?: true;
  /** How long each server may take to connect and list its tools. Default: minutes. */
  readonly patienceMs?: number;
  /** Leaves out required servers too, instead of refusing to open. Default: off. */
  readonly leavesOut?: true;
  /** Observes what tools answered. Default: no observer. */
  readonly openObserver?: OpenObserver | undefined;
  /** Answers questions through a local tool. Default: no such tool. */
  readonly host?: HostExtension | undefined;
}

export type OpenObserver = (
  redaction: Redaction,
  stack: AsyncDisposableStack,
) => Promise<NonNullable<GatewayDeps["onAnswered"]>>;

/**
 * Lists the host as a tool in the configuration and opens that tool, if the operator turned it on.
 * The gateway does not know the host: its package depends on ours.
 */
export type HostExtension = (
  config: Config,
  runtime: ProcessRuntime,
) => { readonly config: Config; readonly hostTool?: HostTool };

export interface HostTool {
  readonly tool: Tool;
  /** Connects the tool with the open gateway: each needs the other, so the gateway opens first. */
  readonly attach: (opened: OpenedGateway, stack: AsyncDisposableStack) => Promise<void>;
}

/** The parts of an open gateway that a host works with. */
export type OpenedGateway = Pick<ConfiguredGateway, "config" | "gateway" | "redaction">;

export interface ConfiguredGateway extends AsyncDisposable {
  readonly config: Config;
  /** The source text of the configuration. */
  readonly found: FoundConfig;
  /** The lock as it was before the gateway opened. */
  readonly lock: Lock | undefined;
  readonly gateway: Gateway;
  /** Undefined for read-only commands. */
  readonly authority: OpenAuthority | undefined;
  /** Logs and telemetry of the gateway. */
  readonly watch: OpenWatch;
  /** The keys in the configuration. The entrance adds those of the key file. */
  readonly keys: KeyBook;
  /** Egress for our own requests. */
  readonly egress: Egress;
  /** The certificates of `egress.ca_file`, which all connections trust. Undefined without one. */
  readonly ca: string | undefined;
  /** The redaction of the process. Every new secret must be registered here too. */
  readonly redaction: Redaction;
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

/** Opens the configured gateway. Its lock lies next to the configuration. */
export function openConfigured(
  flags: GatewayFlags,
  runtime: ProcessRuntime,
): Promise<ConfiguredGateway> {
  return openAll((stack) => openParts(flags, runtime, stack));
}

async function openParts(
  flags: GatewayFlags,
  runtime: ProcessRuntime,
  stack: AsyncDisposableStack,
): Promise<Omit<ConfiguredGateway, typeof Symbol.asyncDispose>> {
  const { folder, environment } = runtime;
  const found = await findWithSecrets(flags, runtime);
  const { config, hostTool } = configOf(found, flags, runtime);
  const beside = folderOf(flags);
  const lockFile = join(beside, lockName);
  const lock = await readLock(lockFile, runtime);
  const redaction = openRedaction(config);
  const place = { folder: resolve(folder, beside) };
  const { ca } = await certificatesOf(config.egress, place);
  const here = { ...runtime, redaction, ...place, stack, ca };
  const watch = warned(config, await watchOver(config, flags, here));
  const keys = keysIn(config);
  const { stores, shared, keySource, tools } = flags;
  const home = { ...here, write: watch.write, holderOf: keys.holderOf, stores, shared, keySource };
  const authority = flags.onlyLooks
    ? undefined
    : stack.use(await authorityOver(found, config, home));
  const files = createFilesOf(config, { found, authority, folder }, place.folder);
  const local = { ...runtime, stack, configured: place.folder, files };
  const { connections, policy } = authority ?? {};
  const reached = { ...home, connections, policy };
  const egress = stack.use(await openConfiguredEgress(config.egress, reached));
  const names = config.toolbox.servers.map(({ name }) => name);
  const deps = {
    ...runtime,
    ...watch,
    redaction,
    ca,
    outside: await outsideOf(config, { egress, authority }, home),
    write: authority?.write ?? watch.write,
    ...(authority && { authority }),
    searchPath: environment["PATH"] ?? "",
    ...(await toolsIn(config, { host: hostTool, tools }, local)),
    // Beside the configuration, like the lock: a contract must not depend on the working folder.
    overlayOf: await loadOverlays(names, home),
    lock,
    saveLock: saverOf(flags, { file: lockFile, lock }, runtime),
    patienceMs: flags.patienceMs,
    ...(await wishesOf(flags, redaction, stack)),
  };
  const gateway = stack.use(await openGateway(config, deps));
  await hostTool?.attach({ config, gateway, redaction }, stack);
  return { config, found, lock, gateway, authority, watch, keys, egress, ca, redaction };
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

function configOf(
  { text, source }: FoundConfig,
  { host, tools = [] }: GatewayFlags,
  runtime: ProcessRuntime,
): ReturnType<HostExtension> {
  const config = withListed(loadConfig(text, source), tools);
  return host === undefined ? { config } : host(config, runtime);
}

/** Lists the program's own tools: passing them is as explicit as naming them in the file. */
function withListed(config: Config, tools: readonly Tool[]): Config {
  const { toolbox } = config;
  const isListed = (tool: Tool): boolean =>
    toolbox.tools.some(({ name, server = "local" }) => name === tool.name && server === "local");
  const added = tools
    .filter((tool) => !isListed(tool))
    .map(({ name }) => ({ name, server: "local" }));
  return { ...config, toolbox: { ...toolbox, tools: [...toolbox.tools, ...added] } };
}

function keysIn({ auth }: Config): KeyBook {
  return new KeyBook(auth?.keys ?? [], auth?.keysFile === undefined ? "none" : "to-come");
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

/** Read-only commands make no calls, so telemetry is off. */
function watchOver(
  config: Config,
  { onlyLooks, minLevel, showsOutcomes }: GatewayFlags,
  here: Omit<WatchDeps, "print" | "minLevel"> & Pick<ProcessRuntime, "terminal">,
): Promise<OpenWatch> {
  const { err: print, errAll: printAll, isWatched, suggest } = here.terminal;
  if (onlyLooks !== true) {
    const lines = { print, printAll, isWatched, suggest, minLevel, showsOutcomes };
    return openWatch(config, { ...here, ...lines });
  }
  const { metrics: _metrics, otlp: _otlp, ...rest } = config.telemetry;
  const telemetry = { ...rest, stackTraces: "none" } as const;
  return openWatch({ ...config, telemetry }, { ...here, print: () => undefined, minLevel });
}

/** Logs what the configuration should say differently. */
function warned({ warnings = [] }: Config, watch: OpenWatch): OpenWatch {
  const { log } = createLogger(watch.write);
  for (const text of warnings) log("config.warned", { text: () => text });
  return watch;
}

/** Opens the authority over calls, and audits the configuration that it was opened with. */
function authorityOver(
  { text, source }: FoundConfig,
  { authority: settings, toolbox, egress }: Config,
  deps: Omit<AuthorityDeps, "addressOf" | "maxCallMs">,
): Promise<OpenAuthority & AsyncDisposable> {
  const { servers } = toolbox;
  const origins = originsOf(servers);
  const addressOf = (server: string): string | undefined => origins.get(server);
  const { newId } = deps;
  return openAll(async (stack) => {
    const profilesOf = (set: string) => profilesOfSet({ toolbox }, set);
    const known = { addressOf, maxCallMs: maxCallMs(toolbox), profilesOf };
    const authority = stack.use(await openAuthority(settings, { ...deps, ...known }));
    const life = {
      settings: effectiveSettings(text, source),
      servers,
      certificates: certificatesIn(egress, source),
      newId,
    };
    stack.defer(noteLife(authority.notes, life));
    return { ...authority };
  });
}

/** Returns the files with certificates that connections trust, by the key that names them. */
function certificatesIn(
  { ca }: Config["egress"],
  { environment }: FoundConfig["source"],
): Life["certificates"] {
  const ofNode = extraCertificatesOf(environment);
  return {
    ...(ca !== undefined && { "egress.ca_file": ca }),
    ...(ofNode !== undefined && { [extraCertificates]: ofNode }),
  };
}
