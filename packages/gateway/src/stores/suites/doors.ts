/** A fresh, empty store with two handles, as two processes would have. */
export interface Doors<Store> extends AsyncDisposable {
  readonly first: Store;
  /** The same store. May be the same object if no second process can reach it. */
  readonly second: Store;
}

export type OpenDoors<Store> = () => Promise<Doors<Store>>;
