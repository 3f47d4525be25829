import type { OsKeyring } from "./key-sources.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Opens the operating system's keyring. Loads the binding only when configured, because it is not
 * available on every platform.
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

/** System messages can name paths and accounts, so they are replaced. */
async function orUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new VaultError("keyring-unusable");
  }
}
