import type { KeyStore } from "../stores/key-store.ts";
import type { Keys } from "./keys.ts";
import type { Secret } from "./secret.ts";
import { openVault, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

export interface CurrentVaultOptions {
  /** The keys as their source has them now. */
  readonly readKeys: () => Promise<Keys>;
  readonly store: KeyStore;
  readonly holdSecret: (value: string) => Secret;
}

/** A vault that is opened when it is first needed and follows its keys while they are rotated. */
export interface CurrentVault extends Pick<Vault, "seal" | "open"> {
  /** Throws with the reason why the keys are not the ones for the store. Does nothing where nothing is sealed. */
  readonly check: () => Promise<void>;
}

export function createCurrentVault(options: CurrentVaultOptions): CurrentVault {
  const { readKeys, store, holdSecret } = options;
  let opening: Promise<Vault> | undefined;
  const current = async (): Promise<Vault> => {
    opening ??= readKeys().then((keys) => openVault({ keys, store, holdSecret }));
    try {
      return await opening;
    } catch (error) {
      // The next one may find the key that was missing.
      opening = undefined;
      throw error;
    }
  };
  // Whoever rotates writes the new key where we read it, and only then wraps with it.
  const following = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
    const vault = await current();
    try {
      return await work(vault);
    } catch (error) {
      if (!(error instanceof VaultError) || error.problem !== "key-version-unknown") throw error;
      await vault.useKeys(await readKeys());
      return work(vault);
    }
  };

  return {
    seal: (place, secret) => following((vault) => vault.seal(place, secret)),
    open: (place, sealed) => following((vault) => vault.open(place, sealed)),
    check: async () => {
      const counts = await store.countByWrapping();
      if ([...counts.values()].some((count) => count > 0)) await current();
    },
  };
}
