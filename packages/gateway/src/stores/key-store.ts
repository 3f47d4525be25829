/** Whose rows one data key seals. */
export interface KeyOwner {
  readonly tenant: string;
  readonly connection: string;
}

/** A data key as it is stored: sealed by a key-encryption key. */
export interface WrappedKey {
  readonly owner: KeyOwner;
  /** Which data key of its owner this is. */
  readonly version: number;
  /** The key-encryption key that it is wrapped with. */
  readonly wrappedBy: number;
  readonly bytes: Uint8Array;
}

/** What a value sealed by the key-encryption key itself shows of that key. */
export interface KeyCheck {
  readonly keyVersion: number;
  readonly bytes: Uint8Array;
}

/** Where wrapped data keys and check values are kept. Every write is one statement. */
export interface KeyStore {
  readonly newest: (owner: KeyOwner) => Promise<WrappedKey | undefined>;
  readonly read: (owner: KeyOwner, version: number) => Promise<WrappedKey | undefined>;
  /** False where the owner has a key of that version: of two writers one wins. */
  readonly insert: (key: WrappedKey) => Promise<boolean>;
  /** Changes the wrapping only where it is still the one that was read. */
  readonly rewrap: (from: WrappedKey, to: WrappedKey) => Promise<boolean>;
  /** At most `limit` keys that are wrapped with an older key than this. */
  readonly wrappedBefore: (keyVersion: number, limit: number) => Promise<readonly WrappedKey[]>;
  /** How many data keys each key-encryption key wraps. */
  readonly countByWrapping: () => Promise<ReadonlyMap<number, number>>;
  readonly checks: () => Promise<readonly KeyCheck[]>;
  /** False where there is one for that version. */
  readonly insertCheck: (check: KeyCheck) => Promise<boolean>;
  readonly removeCheck: (keyVersion: number) => Promise<void>;
}
