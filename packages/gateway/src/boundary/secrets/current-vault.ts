import type { KeyStore } from "../../stores/key-store.ts";
import type { Keys } from "./keys.ts";
import type { Secret } from "./secret.ts";
import { openVault, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

export interface CurrentVaultOptions {
  /** Reads the current keys from their source. */
  readonly readKeys: () => Promise<Keys>;
  readonly store: KeyStore;
  readonly holdSecret: (value: string) => Secret;
}

/** A vault that opens lazily and follows its keys through rotations. */
export interface CurrentVault extends Pick<Vault, "seal" | "open"> {
  /** Throws with the reason if the keys do not belong to the store. No-op if nothing is sealed. */
  readonly check: () => Promise<void>;
}

const maxReadings = 3;

export function createCurrentVault(options: CurrentVaultOptions): CurrentVault {
  const { readKeys, store, holdSecret } = options;
  let opening: Promise<Vault> | undefined;
  const current = async (): Promise<Vault> => {
    opening ??= readKeys().then((keys) => openVault({ keys, store, holdSecret }));
    try {
      return await opening;
    } catch (error) {
      // A retry may find the missing key.
      opening = undefined;
      throw error;
    }
  };
  // A rotation publishes the new key before wrapping with it. Rotations may follow each other, so
  // freshly read keys may already be outdated.
  const following = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
    for (let again = 0; again < maxReadings; again += 1) {
      try {
        const vault = await current();
        if (again > 0) await vault.useKeys(await readKeys());
        return await work(vault);
      } catch (error) {
        if (!isUnknownVersion(error)) throw error;
      }
    }
    return work(await current());
  };

  return {
    seal: (place, secret) =>
      following(async (vault) => {
        // A new data key must not be wrapped with a key retired since we read it.
        if ((await store.newest(place)) === undefined) await vault.useKeys(await readKeys());
        return vault.seal(place, secret);
      }),
    open: (place, sealed) => following((vault) => vault.open(place, sealed)),
    check: async () => {
      const counts = await store.countByWrapping();
      if ([...counts.values()].some((count) => count > 0)) await following(async () => undefined);
    },
  };
}

function isUnknownVersion(error: unknown): boolean {
  return error instanceof VaultError && error.problem === "key-version-unknown";
}
