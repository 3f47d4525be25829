import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { defaultFile, type FoundConfig } from "@toolcourt/gateway/internal/compose/find-config";
import { within } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import { endsInDays, readTls } from "@toolcourt/gateway/internal/compose/read-tls";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { unreadSecrets } from "@toolcourt/gateway/internal/config/server-references";
import type { CommandContext } from "../../command.ts";
import { shellWord } from "../../style.ts";
import { notLookedAt, ok, problemOf, type Row, type Setup } from "./row.ts";

export interface ReadSetup {
  /** Undefined if the configuration cannot be used. */
  readonly setup: Setup | undefined;
  readonly rows: readonly Row[];
  /** Whether the servers can be opened: no variable of theirs is missing. */
  readonly isComplete: boolean;
}

/** Judges the configuration, first without the variables of its servers. */
export function readSetup(
  { text, source }: FoundConfig,
  configFile: string | undefined,
  context: CommandContext,
): ReadSetup {
  const node = nodeRow(context.nodeVersion);
  let config: Config;
  try {
    config = loadConfig(text, { ...source, opensNoServer: true });
  } catch (error) {
    const rows = [problemOf("configuration", error, "toolcourt effective"), node];
    return { setup: undefined, rows, isComplete: false };
  }
  const home = resolve(context.folder, configFile === undefined ? "." : dirname(configFile));
  const variables = variablesRow(() => loadConfig(text, { ...source, secrets: unreadSecrets }));
  const rows = [...configurationRows(config, source.file), node, variables];
  const setup = { config, configFile, home, context };
  return { setup, rows, isComplete: variables.state === "ok" };
}

function configurationRows({ warnings = [] }: Config, file: string | undefined): readonly Row[] {
  const check = "configuration";
  const used: Row =
    file === undefined
      ? {
          check,
          state: "warning",
          text: `There is no ${defaultFile} here, so the defaults apply.`,
          next: "toolcourt init",
        }
      : ok(check, `${printable(file)} is valid.`);
  const next = "toolcourt effective";
  return [used, ...warnings.map((text): Row => ({ check, state: "warning", text, next }))];
}

function variablesRow(load: () => Config): Row {
  try {
    load();
    return ok("environment", "Every variable that the configuration names is set.");
  } catch (error) {
    return problemOf("environment", error, "toolcourt effective");
  }
}

/** As `engines` of the package says. */
const oldest = [24, 15] as const;

function nodeRow(version: string | undefined): Row {
  if (version === undefined) return notLookedAt("node", "The version of Node is unknown here.");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  if (isNew) return ok("node", `Node ${version} is supported.`);
  const text = `Node ${printable(version)} is older than ${oldest.join(".")}. Install a newer one.`;
  return { check: "node", state: "problem", text, next: "node --version" };
}

interface WatchedFile {
  readonly file: string;
  /** Bits of the mode that other users must not have. */
  readonly forbidden: number;
}

/** Judges the modes of files that hold secrets, or decide who is let in. */
export async function lookAtFiles({ config, home }: Setup): Promise<readonly Row[]> {
  const { audit, approvals, connections, policy } = config.authority;
  const deciding = [config.auth?.keysFile, policy?.from === "file" ? policy.file : undefined];
  const watched: readonly WatchedFile[] = [
    ...[audit.key, approvals.key, connections.key].map((file) => ({ file, forbidden: 0o077 })),
    ...deciding.flatMap((file) => (file === undefined ? [] : [{ file, forbidden: 0o022 }])),
  ];
  const rows = await Promise.all(watched.map((each) => fileRow(each, home)));
  const found = rows.filter((row) => row !== undefined);
  return found.length > 0
    ? found
    : [ok("files", "No other user can read keys, or change who is let in.")];
}

async function fileRow({ file, forbidden }: WatchedFile, home: string): Promise<Row | undefined> {
  const path = within(home, file);
  // A missing one is made at the first start, or judged by its own check.
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || (found.mode & forbidden) === 0) return undefined;
  const can = forbidden === 0o077 ? "read" : "change";
  const text = `Other users can ${can} ${printable(file)}.`;
  const next = `chmod ${forbidden === 0o077 ? "0600" : "go-w"} ${shellWord(printable(path))}`;
  return { check: "files", state: "problem", text, next };
}

/** Judges the certificate of the listener. */
export async function lookAtCertificate({ config, home, context }: Setup): Promise<readonly Row[]> {
  const check = "certificate";
  const { tls } = config.listen;
  if (tls === undefined) return [notLookedAt(check, "The listener has no TLS (server.tls).")];
  const { clock } = context;
  try {
    const { endsAt } = await readTls(tls, { clock, folder: home });
    const file = printable(tls.certFile);
    const end = `${file} ends on ${new Date(endsAt).toISOString()}`;
    if (endsInDays(endsAt, clock.now()) === undefined) return [ok(check, `${end}.`)];
    const next = `openssl x509 -noout -dates -in ${shellWord(printable(within(home, tls.certFile)))}`;
    return [{ check, state: "warning", text: `${end}, within 14 days. Renew it.`, next }];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [problemOf(check, error)];
  }
}
