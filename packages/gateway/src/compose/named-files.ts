import { dirname, resolve } from "node:path";
import { readConnection } from "../boundary/connections/settings.ts";
import { packageOf } from "../boundary/files/package-file.ts";
import type { Config } from "../config/config.ts";
import type { CosmosIdentity } from "../config/cosmos.ts";
import { sourcesNamed } from "../config/load.ts";
import { extraCertificates, extraCertificatesOf } from "../config/variables.ts";
import type { NamedFile } from "../http-tools/boxed/open-boxed-tools.ts";
import type { ConnectionStore } from "../stores/connection-store.ts";
import type { FoundConfig } from "./find-config.ts";
import type { LocalDeps } from "./load-local.ts";
import { within } from "./open-durable-stores.ts";
import type { WantedConfig } from "./read-secrets.ts";

/** The folder of the configuration, from the working folder. */
export function folderOf({ config }: Pick<WantedConfig, "config">): string {
  return config === undefined ? "." : dirname(config);
}

interface NamedElsewhere {
  /** The references of servers, such as `file:token` and those of `env_file`. */
  readonly sources: readonly string[];
  /** The file of `NODE_EXTRA_CA_CERTS`, which is relative to the working folder. */
  readonly certificates: string | undefined;
}

type NamingConfig = Pick<Config, "authority" | "auth" | "egress" | "toolbox" | "listen" | "extMcp">;

/**
 * Returns the files that a configuration names, by their key. Relative paths start at its folder.
 * Tool files of packages are left out: they are public, and lie among the modules that a box needs.
 */
export function namedFiles(
  { authority, auth, egress, toolbox, listen, extMcp }: NamingConfig,
  { sources, certificates }: NamedElsewhere,
  folder: string,
): readonly NamedFile[] {
  const { stores, audit, approvals, policy, connections } = authority;
  const named: readonly (readonly [key: string, path: string | undefined])[] = [
    ["stores.url", after("sqlite:", stores.url)],
    ["stores.cosmos", tokenFileOf(stores.cosmos?.connection)],
    ["audit.key", audit.key],
    ["audit.checkpoints", audit.checkpoints],
    ["audit.mirror_file", audit.mirrorFile],
    ["approvals.key", approvals.key],
    ["connections.key", after("file:", connections.key)],
    ["policy.file", policy?.from === "file" ? policy.file : undefined],
    ["server.auth.keys_file", auth?.keysFile],
    ["server.tls.key_file", listen.tls?.keyFile],
    ["server.ext_mcp.tls.key_file", extMcp?.tls.keyFile],
    ...(audit.push ?? []).map(({ keyFile }) => ["audit.push", keyFile] as const),
    ["egress.ca_file", egress.ca],
    [extraCertificates, certificates],
    ...toolFilesOf(toolbox).map((file) => ["toolbox.http", file] as const),
    ...sources.map((source) => ["toolbox.mcps", after("file:", source)] as const),
  ];
  return named.flatMap(([key, path]) =>
    path === undefined ? [] : [{ key, path: within(folder, path) }],
  );
}

function tokenFileOf(identity: CosmosIdentity | undefined): string | undefined {
  return identity?.kind === "client-assertion" ? identity.file : undefined;
}

function toolFilesOf({ servers }: Config["toolbox"]): readonly string[] {
  return servers.flatMap(({ transport }) => {
    const file = transport.kind === "http_tools" ? transport.tools : undefined;
    return file === undefined || packageOf(file) !== undefined ? [] : [file];
  });
}

interface FilesDeps {
  readonly found: FoundConfig;
  /** The working folder. */
  readonly folder: string;
  /** Undefined for a read-only command. It makes no calls, so it opens no store for their files. */
  readonly authority: { readonly connectionFiles: LocalDeps["files"] } | undefined;
}

/** Lists the files that a gateway was told to read, by its configuration and its connections. */
export function createFilesOf(
  config: Config,
  { found: { text, source }, folder, authority }: FilesDeps,
  home: string,
): LocalDeps["files"] {
  return async () => {
    const given = extraCertificatesOf(source.environment);
    const certificates = given === undefined ? undefined : resolve(folder, given);
    const named = namedFiles(config, { sources: sourcesNamed(text, source), certificates }, home);
    return [...named, ...((await authority?.connectionFiles()) ?? [])];
  };
}

/** Lists the files that stored connections read their tokens from. A revoked one reads none. */
export async function filesOfConnections(
  store: Pick<ConnectionStore, "list">,
  folder: string,
): Promise<readonly NamedFile[]> {
  const stored = await store.list({});
  return stored.flatMap((each) => {
    const settings = each.status === "revoked" ? undefined : readConnection(each)?.settings;
    const file = settings !== undefined && "file" in settings ? settings.file : undefined;
    return file === undefined
      ? []
      : [{ key: `connection ${each.name}`, path: within(folder, file) }];
  });
}

function after(scheme: string, text: string): string | undefined {
  return text.startsWith(scheme) ? text.slice(scheme.length) : undefined;
}
