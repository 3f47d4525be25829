import { dirname, resolve } from "node:path";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { settingsOfServerTool } from "@toolcourt/gateway/internal/catalog/admission/find-settings";
import { defaultFile, findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { createFilesOf } from "@toolcourt/gateway/internal/compose/named-files";
import { certificatesOf } from "@toolcourt/gateway/internal/compose/open-egress";
import { openRedaction } from "@toolcourt/gateway/internal/compose/open-redaction";
import { readSecrets } from "@toolcourt/gateway/internal/compose/read-secrets";
import { sandboxingOf } from "@toolcourt/gateway/internal/compose/sandboxing";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { EraMemory, type SandboxDeps } from "@toolcourt/gateway/internal/upstreams/connection";
import type { Asking, Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { type CommandContext, usage } from "../../command.ts";
import { isLive, type LiveServer, liveServerOf } from "../../live-server.ts";
import { openLive, patienceMs, refuseUnreached } from "../../live-targets.ts";
import { readProfiles } from "../../names.ts";
import type { ApprovalSettings } from "../../needs-approval.ts";

/** The server whose tools are adopted. */
export interface AdoptedServer extends LiveServer {
  readonly profiles: readonly ProfileName[];
  readonly approving: ApprovalSettings;
  readonly redaction: Redaction;
  /** What the gateway lets the server ask. Some servers list more tools then. */
  readonly allowedRequests: readonly Asking[];
  /** The certificates of `egress.ca_file`. Default: none. */
  readonly ca?: string | undefined;
  /** What its sandbox needs. Default: it has none. */
  readonly sandboxing?: SandboxDeps;
  /** The parent of the overlay folder: beside the configuration, where the gateway looks for it. */
  readonly home: string;
}

export interface AdoptNaming {
  readonly positionals: readonly string[];
  readonly command: readonly string[] | undefined;
  readonly name: string | undefined;
  readonly config: string | undefined;
  readonly profile: readonly string[];
}

/** Finds the server that a command line names: configured, by address, or by command. */
export async function findAdopted(
  naming: AdoptNaming,
  context: CommandContext,
): Promise<AdoptedServer> {
  const { positionals, command, config } = naming;
  const [named] = positionals;
  if ((named === undefined) === (command === undefined)) {
    throw usage("Name one server: by its name in the configuration, its address, or a command.");
  }
  const home = resolve(context.folder, config === undefined ? "." : dirname(config));
  if (named !== undefined && !isLive(named)) return configured(named, naming, context);
  return { ...unconfigured(naming, context.folder), home };
}

function unconfigured(
  { positionals: [address], command, name, profile }: AdoptNaming,
  folder: string,
): Omit<AdoptedServer, "home"> {
  // Under its host or program name, the overlay would lie where no gateway looks.
  if (name === undefined || name === "") {
    throw usage("Give --name the name that the configuration has for it, or will have.");
  }
  if (command !== undefined && (command[0] ?? "") === "") throw usage("Name a command behind --.");
  const profiles = readProfiles(profile);
  const target = address === undefined ? { command: command ?? [] } : { address };
  return {
    ...liveServerOf({ ...target, server: name }, folder),
    profiles,
    approving: { profiles },
    redaction: new Redaction(),
    allowedRequests: ["elicitation"],
  };
}

async function configured(
  named: string,
  { config: file, profile }: AdoptNaming,
  context: CommandContext,
): Promise<AdoptedServer> {
  const found = await findConfig(file, context);
  // The secrets of the other servers are not needed, and may be missing here.
  const own = { ...found, source: { ...found.source, onlyServer: named } };
  const { text, source } = await readSecrets(own, file, context);
  const config = loadConfig(text, source);
  const { servers } = config.toolbox;
  const settings = servers.find(({ name }) => name === named);
  if (settings === undefined) throw usage(unknownServer(named, servers));
  const { transport } = settings;
  if (transport.kind === "http_tools") {
    throw usage("HTTP tools declare their output; there is nothing to adopt.");
  }
  const home = resolve(context.folder, file === undefined ? "." : dirname(file));
  const files = createFilesOf(
    config,
    { found, folder: context.folder, authority: undefined },
    home,
  );
  const place = {
    folder: home,
    file: resolve(context.folder, file ?? defaultFile),
    environment: context.environment,
    files,
  };
  const profiles = profile.length === 0 ? settings.profiles : readProfiles(profile);
  const { tools } = config.toolbox;
  const { mode, defaults, approval } = settings;
  return {
    label: printable(named),
    server: named,
    transport,
    profiles,
    approving: {
      profiles,
      approval,
      ...(mode === "dynamic" && { defaults }),
      entryOf: (tool) => settingsOfServerTool(tools, named, tool),
    },
    redaction: openRedaction(config),
    allowedRequests: settings.allowedRequests,
    home,
    sandboxing: { ...sandboxingOf(config, place), server: named },
    ...(await certificatesOf(config.egress, { folder: home })),
  };
}

function unknownServer(named: string, servers: readonly { readonly name: string }[]): string {
  const known = servers.map(({ name }) => name).join(", ");
  const others = known === "" ? "it has none" : `it has ${known}`;
  return `The configuration has no server ${printable(named)}: ${others}. Name one of them, an address, or a command behind --.`;
}

/** Connects to the server of the adopted tools. */
export function openAdopted(server: AdoptedServer, context: CommandContext): Promise<Upstream> {
  const memory = new EraMemory(context.clock);
  const listeners = { toolsChanged: () => undefined };
  const { allowedRequests, ca, sandboxing } = server;
  const deps = { memory, listeners, allowedRequests, ca, ...(sandboxing && { sandboxing }) };
  return openLive(server, context, deps).catch((error: unknown) =>
    refuseUnreached(error, server, context),
  );
}

/** Lists its tools as received. */
export function listAdopted(
  upstream: Upstream,
  server: AdoptedServer,
  context: CommandContext,
): Promise<readonly JsonValue[]> {
  const { clock, signal } = context;
  return withTimeout({ clock, ms: patienceMs, signal }, upstream.listTools).catch(
    (error: unknown) => refuseUnreached(error, server, context),
  );
}
