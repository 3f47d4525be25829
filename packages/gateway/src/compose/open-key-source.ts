import {
  type OsKeyring,
  readLinesFromFile,
  readLinesFromKeyring,
  readLinesFromVariable,
} from "../boundary/secrets/key-sources.ts";
import type { KeyLines } from "../boundary/secrets/rotate-keys.ts";
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

/** Opens the configured source: `file:<path>`, `env:<name>` or `keyring:<service>/<account>`. */
export function openKeySource(written: string, place: KeySourceDeps): KeySource {
  const [, kind = "", where = ""] = /^(file|env|keyring):(.+)$/.exec(written) ?? [];
  switch (kind) {
    case "file":
      return inFile(within(place.folder, where));
    case "env":
      return { read: async () => readLinesFromVariable(where, place.environment) };
    case "keyring":
      return inKeyring(where, place);
    default:
      throw new TypeError("a key without a place was let through");
  }
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
async function systemKeyring(): Promise<OsKeyring> {
  const { openOsKeyring } = await import("../boundary/secrets/os-keyring.ts");
  return openOsKeyring();
}

/** Reports whether the keys are missing, as opposed to unreadable. */
export function isMissingKey(error: unknown): boolean {
  return error instanceof VaultError && error.problem === "key-missing";
}
