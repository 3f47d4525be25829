/** A server for one test or for all tests of a run. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** Shuts it down gracefully. Its data stays. */
  readonly stop: () => Promise<void>;
  /** Kills it. Only its persisted data stays. */
  readonly crash: () => Promise<void>;
  /** Starts it again after `stop` or `crash`. */
  readonly start: () => Promise<void>;
}
