import type { OsKeyring } from "./key-sources.ts";
import { VaultError } from "./vault-error.ts";

/**
 * The keyring of the operating system. What binds to it is loaded by whoever configures it, since it is not
 * there on every platform.
 */
export async function openOsKeyring(): Promise<OsKeyring> {
  const { AsyncEntry } = await orUnusable(() => import("@napi-rs/keyring"));
  return {
    read: (service, account) =>
      orUnusable(async () => (await new AsyncEntry(service, account).getPassword()) ?? undefined),
    write: (service, account, text) =>
      orUnusable(() => new AsyncEntry(service, account).setPassword(text)),
  };
}

/** What the system says can name paths and accounts, so it is said anew. */
async function orUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new VaultError("keyring-unusable");
  }
}
