/** The owner whose rows one data key seals. */
export interface KeyOwner {
  readonly tenant: string;
  readonly connection: string;
}

/** A stored data key, wrapped by a key-encryption key. */
export interface WrappedKey {
  readonly owner: KeyOwner;
  /** Version among the owner's data keys. */
  readonly version: number;
  /** Version of the key-encryption key that wraps it. */
  readonly wrappedBy: number;
  readonly bytes: Uint8Array;
}

/** A check value sealed by a key-encryption key, to verify that key. */
export interface KeyCheck {
  readonly keyVersion: number;
  readonly bytes: Uint8Array;
}

/** Storage of wrapped data keys and check values. Every write is one statement. */
export interface KeyStore {
  readonly newest: (owner: KeyOwner) => Promise<WrappedKey | undefined>;
  readonly read: (owner: KeyOwner, version: number) => Promise<WrappedKey | undefined>;
  /** Inserts a key. False if the owner already has this version: of two writers one wins. */
  readonly insert: (key: WrappedKey) => Promise<boolean>;
  /** Changes the wrapping only if it is still the one that was read. */
  readonly rewrap: (from: WrappedKey, to: WrappedKey) => Promise<boolean>;
  /** Returns at most `limit` keys wrapped with an older key than this. */
  readonly wrappedBefore: (keyVersion: number, limit: number) => Promise<readonly WrappedKey[]>;
  /** Counts the data keys by key-encryption key. */
  readonly countByWrapping: () => Promise<ReadonlyMap<number, number>>;
  readonly checks: () => Promise<readonly KeyCheck[]>;
  /** Inserts a check. False if one exists for that version. */
  readonly insertCheck: (check: KeyCheck) => Promise<boolean>;
  readonly removeCheck: (keyVersion: number) => Promise<void>;
}
