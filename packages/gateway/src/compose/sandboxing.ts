import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { Environment } from "../config/variables.ts";
import { extraCertificates } from "../config/variables.ts";
import type { NamedFile } from "../http-tools/boxed/open-boxed-tools.ts";
import type { HiddenPath, SandboxDeps } from "../upstreams/connection.ts";
import { readOwnGroup } from "../upstreams/stdio/control-group.ts";
import { checkSandbox, isSandboxed } from "../upstreams/stdio/open-sandbox.ts";
import { lockName } from "./change-lock.ts";
import { within } from "./open-durable-stores.ts";

/** What sandboxes of all servers need. */
export type Sandboxing = Omit<SandboxDeps, "server">;

/** Refuses to go on with a server whose sandbox cannot be made, be it required or not. */
export async function assertSandbox(
  { name, transport }: Pick<ServerConfig, "name" | "transport">,
  deps: { readonly sandboxing?: Sandboxing | undefined; readonly searchPath: string },
): Promise<void> {
  if (transport.kind !== "stdio" || !isSandboxed(transport)) return;
  const { sandboxing, searchPath } = deps;
  if (sandboxing === undefined) throw new TypeError("a sandbox without the gateway's folder");
  await checkSandbox(transport, { ...sandboxing, server: name }, searchPath);
}

interface SandboxingDeps {
  /** The folder of the configuration, as an absolute path. */
  readonly folder: string;
  /** The file of the configuration. */
  readonly file: string;
  readonly environment: Environment;
  /** Lists the files that the gateway was told to read. */
  readonly files: () => Promise<readonly NamedFile[]>;
}

/** The gateway's own folder beside the configuration. */
const ownFolder = ".toolcourt";

/** Certificates of authorities are public. */
const publicKeys = new Set([extraCertificates, "egress.ca_file"]);

/** Returns what sandboxes need to know of a gateway: above all what they must not show. */
export function sandboxingOf(
  { authority, toolbox }: Pick<Config, "authority" | "toolbox">,
  { folder, file, environment, files }: SandboxingDeps,
): Sandboxing {
  const store = storeFile(authority.stores.url);
  const beside = store === undefined ? join(folder, ownFolder) : dirname(within(folder, store));
  const packages = resolve(beside, "packages");
  const own: readonly HiddenPath[] = [
    { key: "the configuration", path: file },
    { key: "the lock", path: join(folder, lockName) },
    { key: "the overlays", path: join(folder, "contracts") },
    { key: "the gateway's own folder", path: join(folder, ownFolder) },
    { key: "the gateway's home", path: environment["HOME"] ?? homedir(), mayShowInside: true },
    ...toolbox.local
      .filter(isFile)
      .map((path) => ({ key: "the code of a local tool", path: within(folder, path) })),
  ];
  return {
    folder,
    packages,
    hidden: async () => {
      const named = (await files()).filter(({ key }) => !publicKeys.has(key));
      const theirs = named.flatMap(({ key, path }) =>
        withJournal(key, path).map((each) => ({ key: `the file that ${key} names`, path: each })),
      );
      return [...own, ...theirs, { key: "the packages of other servers", path: packages }];
    },
    written: writtenBy(toolbox.servers, folder),
    installing: forInstalling(environment),
    ownGroup: readOwnGroup,
  };
}

function writtenBy(
  servers: Config["toolbox"]["servers"],
  folder: string,
): NonNullable<SandboxDeps["written"]> {
  return servers.flatMap(({ name: server, transport }) =>
    transport.kind === "stdio" && isSandboxed(transport)
      ? transport.sandbox.write.map((path) => ({ server, path: resolve(folder, path) }))
      : [],
  );
}

/** SQLite keeps rows in two files beside the store, which have to be hidden by name as well. */
function withJournal(key: string, path: string): readonly string[] {
  return key === "stores.url" ? [path, `${path}-wal`, `${path}-shm`] : [path];
}

function isFile(module: string): boolean {
  return module.startsWith(".") || module.startsWith("/");
}

function storeFile(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length) : undefined;
}

const forNpm =
  /^(?:home|npm_config_.*|https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i;

/** Returns the variables that npm reads, and no secret of a server. */
function forInstalling(environment: Environment): Readonly<Record<string, string>> {
  const given = Object.entries(environment).filter(([name]) => forNpm.test(name));
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
