/** The last use of a caller's key. */
export interface KeyUse {
  /** The beginning of the key's hash: enough to tell keys apart, too little to test a guess. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** When each key was last used. For people: no decision depends on it. */
export interface KeyUseStore {
  /** Stores uses, at most one of a key. A newer one stays, because several gateways write. */
  readonly put: (uses: readonly KeyUse[]) => Promise<void>;
  /** Returns the last use of each key, by fingerprint. */
  readonly list: () => Promise<readonly KeyUse[]>;
}
