import {
  type OsKeyring,
  readLinesFromFile,
  readLinesFromKeyring,
  readLinesFromVariable,
} from "../boundary/secrets/key-sources.ts";
import type { KeyLines } from "../boundary/secrets/rotate-keys.ts";
import { readReference, type SourceKind } from "../boundary/secrets/sources/forms.ts";
import { VaultError } from "../boundary/secrets/vault-error.ts";
import { makePrivateFile, replacePrivateFile } from "../governance/audit/private-file.ts";
import { within } from "./open-durable-stores.ts";

export interface KeySourceDeps {
  /** Base of relative paths. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In place of the configured source. Default: the configured source. */
  readonly keySource?: KeySource | undefined;
  /** Default: the system keyring. */
  readonly openKeyring?: () => Promise<OsKeyring>;
}

/** Storage of the key-encryption keys. */
export interface KeySource extends KeyLines {
  /** Creates a first key if there is none. Unset if only the operator can. */
  readonly make?: (line: () => string) => Promise<void>;
}

/** How each source of keys is opened. */
const openers: Readonly<
  Partial<Record<SourceKind, (where: string, place: KeySourceDeps) => KeySource>>
> = {
  file: (where, { folder }) => inFile(within(folder, where)),
  env: (where, { environment }) => ({
    read: async () => readLinesFromVariable(where, environment),
  }),
  keyring: inKeyring,
};

/** Opens the configured source: `file:<path>`, `env:<name>` or `keyring:<service>/<account>`. */
export function openKeySource(written: string, place: KeySourceDeps): KeySource {
  const source = readReference(written);
  const open = source && openers[source.kind];
  if (source === undefined || open === undefined) {
    throw new TypeError("a key without a place was let through");
  }
  return open(source.where, place);
}

function inFile(path: string): KeySource {
  return {
    read: () => readLinesFromFile(path),
    write: (text) => replacePrivateFile(path, text),
    make: async (line) => {
      await makePrivateFile(path, () => `${line()}\n`);
    },
  };
}

function inKeyring(where: string, { openKeyring = systemKeyring }: KeySourceDeps): KeySource {
  const [service = "", account = ""] = where.split("/");
  const read = async (): Promise<string> =>
    readLinesFromKeyring(await openKeyring(), { service, account });
  return {
    read,
    write: async (text) => (await openKeyring()).write(service, account, text),
    make: async (line) => {
      const keyring = await openKeyring();
      if ((await keyring.read(service, account)) !== undefined) return;
      await keyring.write(service, account, line());
    },
  };
}

// Loaded lazily: only needed if configured.
export async function systemKeyring(): Promise<OsKeyring> {
  const { openOsKeyring } = await import("../boundary/secrets/os-keyring.ts");
  return openOsKeyring();
}

/** Reports whether the keys are missing, as opposed to unreadable. */
export function isMissingKey(error: unknown): boolean {
  return error instanceof VaultError && error.problem === "key-missing";
}
