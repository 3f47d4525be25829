import { randomBytes } from "node:crypto";
import type { KeyStore } from "../../stores/key-store.ts";
import { checkKeys } from "./check-keys.ts";
import { createDataKeys } from "./data-keys.ts";
import type { Keys } from "./keys.ts";
import { type Place, type Random, sealBytes, unsealBytes } from "./seal-bytes.ts";
import { openSecret, type Secret } from "./secret.ts";
import { VaultError } from "./vault-error.ts";

export interface VaultOptions {
  readonly keys: Keys;
  readonly store: KeyStore;
  readonly holdSecret: (value: string) => Secret;
  readonly random?: Random;
}

/** Progress of a rotation. */
export interface Rotation {
  readonly writing: number;
  /** Data keys still wrapped with other keys, by version. Empty if the rotation is complete. */
  readonly remaining: readonly { readonly keyVersion: number; readonly dataKeys: number }[];
}

export interface Vault {
  /** Returns the text to store. It opens only at that place. */
  readonly seal: (place: Place, secret: Secret) => Promise<string>;
  readonly open: (place: Place, sealed: string) => Promise<Secret>;
  /** Switches to other keys while in use. They must be able to read the stored data. */
  readonly useKeys: (keys: Keys) => Promise<void>;
  /** Rewraps up to `limit` data keys. Those in use are rewrapped on use. */
  readonly rewrapSome: (limit: number) => Promise<Rotation>;
  readonly rotation: () => Promise<Rotation>;
  /** Retires a key. Refuses while anything is wrapped with it. */
  readonly retire: (keyVersion: number) => Promise<void>;
}

const sealedText = /^tc1\.([1-9][0-9]{0,8})\.([A-Za-z0-9_-]{38,})$/;

/** Opens the vault. Throws with the reason if these keys do not belong to this store. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { store, holdSecret, random = randomBytes } = options;
  await checkKeys(options.keys, store, random);
  let keys = options.keys;
  const dataKeys = createDataKeys({ store, random, keys: () => keys });
  const rotation = (): Promise<Rotation> => rotationOf(store, keys.writing.version);

  return {
    seal: async (place, secret) => {
      const key = await dataKeys.forWriting(place);
      const plain = Buffer.from(openSecret(secret));
      const bytes = sealBytes(key, place, { plain, random });
      plain.fill(0);
      return `tc1.${key.version}.${Buffer.from(bytes).toString("base64url")}`;
    },
    open: async (place, sealed) => {
      const { version, bytes } = parseSealed(sealed);
      const plain = unsealBytes(await dataKeys.forReading(place, version), place, bytes);
      const secret = holdSecret(Buffer.from(plain).toString());
      plain.fill(0);
      return secret;
    },
    useKeys: async (next) => {
      await checkKeys(next, store, random);
      keys = next;
    },
    rewrapSome: async (limit) => {
      await dataKeys.rewrapSome(limit);
      return rotation();
    },
    rotation,
    retire: async (keyVersion) => {
      const counts = await store.countByWrapping();
      if (keyVersion === keys.writing.version || (counts.get(keyVersion) ?? 0) > 0) {
        throw new VaultError("key-in-use", keyVersion);
      }
      await store.removeCheck(keyVersion);
    },
  };
}

function parseSealed(sealed: string): { readonly version: number; readonly bytes: Uint8Array } {
  const [, version, base64] = sealedText.exec(sealed) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64url");
  // Decoding drops bits of the last character, so only the canonical spelling is accepted.
  if (version === undefined || bytes.toString("base64url") !== base64) {
    throw new VaultError("sealed-damaged");
  }
  return { version: Number(version), bytes };
}

async function rotationOf(store: KeyStore, writing: number): Promise<Rotation> {
  const counts = await store.countByWrapping();
  const remaining = [...counts]
    .filter(([keyVersion, dataKeys]) => keyVersion !== writing && dataKeys > 0)
    .map(([keyVersion, dataKeys]) => ({ keyVersion, dataKeys }));
  return { writing, remaining: remaining.toSorted((a, b) => a.keyVersion - b.keyVersion) };
}
