import { StoreError } from "../../stores/store-error.ts";

/** One end of a channel between two processes. Messages are JSON and arrive in order. */
export interface Port {
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Resolves when the other process is gone. */
  readonly closed: Promise<unknown>;
}

/** Functions that the other process may call. All of them answer later. */
// oxlint-disable-next-line typescript/no-explicit-any -- only `any` accepts every list of parameters
export type Api<Functions> = { readonly [Name in keyof Functions]: (...values: any) => unknown };

type Result<Function_> = Function_ extends (...values: never) => infer Value
  ? Promise<Awaited<Value>>
  : never;
type Values<Function_> = Function_ extends (...values: infer Given) => unknown ? Given : never;

interface Message {
  readonly id: number;
  /** Set in a request. */
  readonly ask?: string;
  readonly values?: readonly unknown[];
  /** Set in an answer. */
  readonly value?: unknown;
  readonly hasFailed?: true;
}

/** Calls functions of another process of this gateway, and answers its calls. */
export class Peer<Remote extends Api<Remote>> {
  readonly #port: Port;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #isClosed = false;

  constructor(port: Port, own: Readonly<Record<string, (...values: never) => unknown>>) {
    this.#port = port;
    const functions = new Map(Object.entries(own));
    port.onMessage((message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are this class
      const received = message as Message;
      if (received.ask === undefined) this.#settle(received);
      else void this.#answer(received, functions.get(received.ask));
    });
    void port.closed.then(() => this.#close());
  }

  /** Rejects with a `StoreError` if the other process failed or is gone. */
  ask<Name extends keyof Remote & string>(
    name: Name,
    ...values: Values<Remote[Name]>
  ): Result<Remote[Name]> {
    const waiting = Promise.withResolvers<unknown>();
    this.#asked += 1;
    if (this.#isClosed) waiting.reject(new StoreError("unreachable"));
    else {
      this.#waiting.set(this.#asked, waiting);
      this.#port.send({ id: this.#asked, ask: name, values });
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end answers by the same type
    return waiting.promise as Result<Remote[Name]>;
  }

  #settle({ id, value, hasFailed }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (hasFailed === true) waiting?.reject(new StoreError("failed"));
    else waiting?.resolve(value);
  }

  async #answer(
    { id, values = [] }: Message,
    run: ((...values: never) => unknown) | undefined,
  ): Promise<void> {
    try {
      if (run === undefined) throw new TypeError("an unknown function");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end is typed
      const value = await run(...(values as never[] as never));
      this.#port.send({ id, value });
    } catch {
      this.#port.send({ id, hasFailed: true });
    }
  }

  #close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(new StoreError("unreachable"));
    this.#waiting.clear();
  }
}
