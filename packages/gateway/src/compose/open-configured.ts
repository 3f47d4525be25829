import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { Tool } from "@toolcourt/sdk";
import type { Egress } from "../boundary/egress/egress.ts";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import type { Answering } from "../edge/admin/ask.ts";
import type { GatewayApi } from "../edge/entrance.ts";
import type { KeyBook } from "../governance/identity/static-keys.ts";
import type { Level } from "../telemetry/events.ts";
import type { FoundConfig } from "./find-config.ts";
import type { AcceptedParts } from "./live/accepted-files.ts";
import type { Reloads } from "./live/answer-control.ts";
import type { ReloadedFile } from "./live/reloader.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { Gateway, GatewayDeps } from "./open-gateway.ts";
import type { WantedGateway } from "./open-generation.ts";
import { openOver } from "./open-generation.ts";
import { openHome } from "./open-home.ts";
import { type OpenWatch } from "./open-watch.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import type { ProgramParts } from "./program-runtime.ts";
import { findWithSecrets, type WantedConfig } from "./read-secrets.ts";

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
  /** Whether the console is served. Default: as the configuration says. */
  readonly console?: boolean | undefined;
  /** Called when something of `AcceptedFiles` may have changed. Default: not reported. */
  readonly onAccepted?: (() => void) | undefined;
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

/**
 * Opens what answers questions of people. It works with the gateway and the configuration that are
 * current at each question.
 */
export type OpenAnswering = (
  opened: AskedGateway,
  runtime: ProcessRuntime,
) => Answering & AsyncDisposable;

/** The parts of a gateway that answers about its tools need. */
export interface AskedGateway extends Pick<ConfiguredGateway, "redaction"> {
  readonly gateway: Pick<Gateway, "callable" | "callTool"> & {
    readonly registry: Pick<Gateway["registry"], "current">;
    readonly quarantine: Pick<Gateway["quarantine"], "find">;
  };
  readonly inForce: { readonly config: Config };
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
  /** The configuration in force, with its text. A reload replaces it; `config` stays that of the start. */
  readonly inForce: WantedGateway;
  /** Returns the files whose last change is not in force. Default: that is not known. */
  readonly pendingFiles?: GatewayApi["pendingFiles"];
  /** Reads the files again. Default: it cannot. */
  readonly reloader?: Reloads | undefined;
  /** Adds a file that each reload judges and applies too. Default: none happens. */
  readonly onReload?: ((file: ReloadedFile) => void) | undefined;
  /** What the other workers enforce. Default: what the files say. */
  readonly accepted?: AcceptedParts | undefined;
  /** Called when a watched file may be enforced otherwise. Default: not reported. */
  readonly onAccepted?: (() => void) | undefined;
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
  const wanted = await readWanted(flags, runtime);
  const home = await openHome(wanted, { flags, runtime, stack });
  const { gateway, egress, lock } = stack.use(await openOver(home, wanted, { flags, runtime }));
  return { ...home, ...wanted, lock, gateway, egress };
}

/** Reads the configuration and the secrets that it names. */
export async function readWanted(
  flags: GatewayFlags,
  runtime: ProcessRuntime,
): Promise<WantedGateway> {
  const found = await findWithSecrets(flags, runtime);
  return { found, ...configOf(found, flags, runtime) };
}

export function configOf(
  { text, source }: FoundConfig,
  { host, tools = [], console: enabled }: GatewayFlags,
  runtime: ProcessRuntime,
): ReturnType<HostExtension> {
  const listed = withListed(loadConfig(text, source), tools);
  const config =
    enabled === undefined ? listed : { ...listed, console: { ...listed.console, enabled } };
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
