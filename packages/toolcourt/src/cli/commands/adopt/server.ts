import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  createRedaction,
  type Redaction,
} from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { openRedaction } from "@toolcourt/gateway/internal/compose/open-redaction";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { EraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openUpstream } from "@toolcourt/gateway/internal/upstreams/open-upstream";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonValue } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { type CommandContext, usage } from "../../command.ts";
import { isLive, type LiveServer, liveServerOf } from "../../live-server.ts";
import { isNoProgram, patienceMs, whyUnlisted } from "../../live-targets.ts";
import { readProfiles } from "../../names.ts";

/** The server whose tools are adopted. */
export interface AdoptedServer extends LiveServer {
  readonly profiles: readonly ProfileName[];
  readonly redaction: Redaction;
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
  const target = address === undefined ? { command: command ?? [] } : { address };
  return {
    ...liveServerOf({ ...target, server: name }, folder),
    profiles: readProfiles(profile),
    redaction: createRedaction(),
  };
}

async function configured(
  named: string,
  { config: file, profile }: AdoptNaming,
  context: CommandContext,
): Promise<AdoptedServer> {
  const { text, source } = await findConfig(file, context);
  const config = loadConfig(text, source);
  const { servers } = config.toolbox;
  const settings = servers.find(({ name }) => name === named);
  if (settings === undefined) throw usage(unknownServer(named, servers));
  const { transport } = settings;
  if (transport.kind === "http_tools") {
    throw usage("Tools over HTTP say themselves what they return; there is nothing to adopt.");
  }
  return {
    label: printable(named),
    server: named,
    transport,
    profiles: profile.length === 0 ? settings.profiles : readProfiles(profile),
    redaction: openRedaction(config),
    home: resolve(context.folder, file === undefined ? "." : dirname(file)),
  };
}

function unknownServer(named: string, servers: readonly { readonly name: string }[]): string {
  const known = servers.map(({ name }) => name).join(", ");
  const others = known === "" ? "it has none" : `it has ${known}`;
  return `The configuration has no server ${printable(named)}: ${others}. Name one of them, an address, or a command behind --.`;
}

/** Connects to the server of the adopted tools. */
export async function openAdopted(
  server: AdoptedServer,
  context: CommandContext,
): Promise<Upstream> {
  const { clock, signal, environment } = context;
  const searchPath = environment["PATH"] ?? "";
  const memory = new EraMemory(clock);
  const listeners = { toolsChanged: () => undefined };
  try {
    return await withTimeout({ clock, ms: patienceMs, signal }, (patient) =>
      openUpstream(server.transport, { clock, signal: patient, memory, listeners, searchPath }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (isNoProgram(error)) {
      throw usage(`There is no program ${server.label} that could be started.`);
    }
    throw unreached(error, server, context);
  }
}

/** Lists its tools as received. */
export async function listAdopted(
  upstream: Upstream,
  server: AdoptedServer,
  context: CommandContext,
): Promise<readonly JsonValue[]> {
  const { clock, signal } = context;
  try {
    return await withTimeout({ clock, ms: patienceMs, signal }, upstream.listTools);
  } catch (error) {
    signal.throwIfAborted();
    throw unreached(error, server, context);
  }
}

/** Prints the cause to the terminal, because the refusal has the same text for every cause. */
function unreached(
  error: unknown,
  { transport, label }: AdoptedServer,
  { terminal }: CommandContext,
): Refusal {
  terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
  return new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
}
