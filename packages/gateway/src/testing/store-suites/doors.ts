/** A fresh, empty store with two doors, as two processes that share it would have. */
export interface Doors<Store> extends AsyncDisposable {
  readonly first: Store;
  /** The same store. May be the same object where no second process can reach it. */
  readonly second: Store;
}

export type OpenDoors<Store> = () => Promise<Doors<Store>>;
