import { isAbsolute, join } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { OsKeyring } from "../key-sources.ts";
import { readPrivateText } from "../private-text.ts";
import type { SourceKind, SourceReference } from "./forms.ts";
import { runCommand } from "./run-command.ts";
import { SourceError } from "./source-error.ts";
import { readVault, type VaultRequest } from "./vault.ts";

export interface SourceDeps extends Pick<Runtime, "clock" | "signal"> {
  /** Base of relative paths, and the working folder of commands. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly openKeyring: () => Promise<OsKeyring>;
  /** Sends a request to HashiCorp Vault. */
  readonly askVault: VaultRequest;
}

type Read = (where: string, deps: SourceDeps & { readonly signal: AbortSignal }) => Promise<string>;

/** How each source is read. */
const sources: Readonly<Record<SourceKind, Read>> = {
  env: async (name, { environment }) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) throw new SourceError(`The environment has no variable ${name}.`);
    return value;
  },
  file: async (path, { folder }) => {
    const read = await readPrivateText(isAbsolute(path) ? path : join(folder, path));
    if (read.kind !== "text") throw new SourceError(unreadable[read.kind]);
    return withoutEnd(read.text);
  },
  keyring: async (where, { openKeyring }) => {
    const [service = "", account = ""] = where.split("/");
    const keyring = await openKeyring().catch(noKeyring);
    const value = await keyring.read(service, account).catch(noKeyring);
    if (value === undefined) throw new SourceError("The system keyring has no such entry.");
    return value;
  },
  cmd: async (line, deps) => withoutEnd(await runCommand(line, deps)),
  vault: readVault,
};

const unreadable = {
  missing: "There is no such file; its path is relative to the configuration.",
  unreadable: "The file cannot be read.",
  readable: "Others can read the file. Set its mode to 0600.",
} as const;

/** System messages can name paths and accounts, so they are replaced. */
function noKeyring(): never {
  throw new SourceError("The system keyring is unavailable.");
}

/** Editors and programs end a text with a line break that is no part of the secret. */
function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}

/** How long one source may take. A person may have to unlock a keyring or a password manager. */
const patienceMs = 30_000;
/** Enough for a certificate with its chain, too little to fill the memory. */
const maxLength = 65_536;

/** Reads a secret. Every failure is a `SourceError`, whose text is ours. */
export async function readSource(
  { kind, where }: SourceReference,
  deps: SourceDeps,
): Promise<string> {
  const limit = { clock: deps.clock, ms: patienceMs, signal: deps.signal };
  const value = await withTimeout(limit, (signal) =>
    sources[kind](where, { ...deps, signal }),
  ).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    throw new SourceError(`No value came within ${patienceMs / 1_000} seconds.`);
  });
  if (value === "") throw new SourceError("The value is empty.");
  if (value.length > maxLength) throw new SourceError(`The value is longer than ${maxLength}.`);
  if (value.includes("\0")) throw new SourceError("The value is no text.");
  return value;
}
