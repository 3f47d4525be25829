/** A fresh, empty store with two handles, as two processes would have. */
export interface SuiteStore<Store> extends AsyncDisposable {
  readonly first: Store;
  /** The same store. May be the same object if no second process can reach it. */
  readonly second: Store;
}

export type OpenSuiteStore<Store> = () => Promise<SuiteStore<Store>>;

/** A store whose entries expire. */
export interface TimedSuiteStore<Store> extends SuiteStore<Store> {
  /** Lets this much time pass for the store. */
  readonly pass: (ms: number) => Promise<void>;
}
