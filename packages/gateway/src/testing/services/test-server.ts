/** A server that one test, or all tests of a run, have for themselves. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** Ends it in good order. What it holds stays. */
  readonly stop: () => Promise<void>;
  /** Ends it as if it had been killed. What it holds stays as far as it was kept. */
  readonly crash: () => Promise<void>;
  /** After `stop` or `crash`. */
  readonly start: () => Promise<void>;
}
