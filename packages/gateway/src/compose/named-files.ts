import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import type { NamedFile } from "../http-tools/boxed/open-boxed-tools.ts";
import { within } from "./open-durable-stores.ts";
import type { WantedConfig } from "./read-secrets.ts";

/** The folder of the configuration, from the working folder. */
export function folderOf({ config }: Pick<WantedConfig, "config">): string {
  return config === undefined ? "." : dirname(config);
}

/**
 * Returns the files that a configuration names, by their key. Relative paths start at its folder.
 * `sources` are the references of servers, such as `file:token` and those of `env_file`.
 */
export function namedFiles(
  { authority, auth, egress }: Pick<Config, "authority" | "auth" | "egress">,
  sources: readonly string[],
  folder: string,
): readonly NamedFile[] {
  const { stores, audit, approvals, policy } = authority;
  const named: readonly (readonly [key: string, path: string | undefined])[] = [
    ["stores.url", after("sqlite:", stores.url)],
    ["audit.key", audit.key],
    ["audit.checkpoints", audit.checkpoints],
    ["audit.mirror_file", audit.mirrorFile],
    ["approvals.key", approvals.key],
    ["policy.file", policy?.from === "file" ? policy.file : undefined],
    ["server.auth.keys_file", auth?.keysFile],
    ["egress.ca_file", egress.ca],
    ...sources.map((source) => ["toolbox.mcps", after("file:", source)] as const),
  ];
  return named.flatMap(([key, path]) =>
    path === undefined ? [] : [{ key, path: within(folder, path) }],
  );
}

function after(scheme: string, text: string): string | undefined {
  return text.startsWith(scheme) ? text.slice(scheme.length) : undefined;
}
