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

const maxReadings = 3;

/** A vault that opens lazily and follows its keys through rotations. */
export class CurrentVault {
  readonly #options: CurrentVaultOptions;
  #opening: Promise<Vault> | undefined;

  constructor(options: CurrentVaultOptions) {
    this.#options = options;
  }

  seal(...[place, secret]: Parameters<Vault["seal"]>): ReturnType<Vault["seal"]> {
    const { store, readKeys } = this.#options;
    return this.#following(async (vault) => {
      // A new data key must not be wrapped with a key retired since we read it.
      if ((await store.newest(place)) === undefined) await vault.useKeys(await readKeys());
      return vault.seal(place, secret);
    });
  }

  open(...[place, sealed]: Parameters<Vault["open"]>): ReturnType<Vault["open"]> {
    return this.#following((vault) => vault.open(place, sealed));
  }

  /** Throws with the reason if the keys do not belong to the store. No-op if nothing is sealed. */
  async check(): Promise<void> {
    const counts = await this.#options.store.countByWrapping();
    if ([...counts.values()].some((count) => count > 0))
      await this.#following(async () => undefined);
  }

  async #current(): Promise<Vault> {
    const { readKeys, store, holdSecret } = this.#options;
    this.#opening ??= readKeys().then((keys) => openVault({ keys, store, holdSecret }));
    try {
      return await this.#opening;
    } catch (error) {
      // A retry may find the missing key.
      this.#opening = undefined;
      throw error;
    }
  }

  // A rotation publishes the new key before wrapping with it. Rotations may follow each other, so
  // freshly read keys may already be outdated.
  async #following<T>(work: (vault: Vault) => Promise<T>): Promise<T> {
    for (let again = 0; again < maxReadings; again += 1) {
      try {
        const vault = await this.#current();
        if (again > 0) await vault.useKeys(await this.#options.readKeys());
        return await work(vault);
      } catch (error) {
        if (!isUnknownVersion(error)) throw error;
      }
    }
    return work(await this.#current());
  }
}

function isUnknownVersion(error: unknown): boolean {
  return error instanceof VaultError && error.problem === "key-version-unknown";
}
