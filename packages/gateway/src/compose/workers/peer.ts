import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
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

/** A request that was sent. */
interface Waiting extends PromiseWithResolvers<unknown> {
  /** Removes its deadline. Default: it has none. */
  readonly cancel?: () => void;
}

/** How long answers are waited for. One timer serves all requests. */
export class AnswerLimit {
  readonly #clock: Clock;
  readonly #deadlines: Deadlines;
  readonly #ms: number;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#deadlines = new Deadlines(clock);
    this.#ms = ms;
  }

  /** Returns a function that cancels it. */
  start(expire: () => void): () => void {
    return this.#deadlines.at(this.#clock.monotonic() + this.#ms, expire);
  }
}

/** Calls functions of another process of this gateway, and answers its calls. */
export class Peer<Remote extends Api<Remote>> {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #isClosed = false;

  constructor(port: Port, own: Readonly<Record<string, (...values: never) => unknown>>) {
    this.#port = port;
    const functions = new Map(Object.entries(own));
    port.onMessage((message) => {
      // Dropped: a throw here would end this process, and with it all calls.
      if (!isMessage(message)) return;
      if (message.ask === undefined) this.#settle(message);
      else void this.#answer(message, functions.get(message.ask));
    });
    void port.closed.then(() => this.#close());
  }

  /** Rejects with a `StoreError` if the other process failed or is gone. */
  ask<Name extends keyof Remote & string>(
    name: Name,
    ...values: Values<Remote[Name]>
  ): Result<Remote[Name]> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end answers by the same type
    return this.#send({ ask: name, values }) as Result<Remote[Name]>;
  }

  /** Like `ask`, but rejects also if the answer takes longer than the limit. */
  askWithin<Name extends keyof Remote & string>(
    limit: AnswerLimit,
    name: Name,
    ...values: Values<Remote[Name]>
  ): Result<Remote[Name]> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other end answers by the same type
    return this.#send({ ask: name, values }, limit) as Result<Remote[Name]>;
  }

  #send(request: Pick<Message, "ask" | "values">, limit?: AnswerLimit): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreError("unreachable"));
    this.#asked += 1;
    const id = this.#asked;
    const settlers = Promise.withResolvers<unknown>();
    const cancel = limit?.start(() => {
      this.#waiting.delete(id);
      settlers.reject(new StoreError("overdue"));
    });
    this.#waiting.set(id, cancel === undefined ? settlers : { ...settlers, cancel });
    this.#port.send({ id, ...request });
    return settlers.promise;
  }

  #settle({ id, value, hasFailed }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.cancel?.();
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
    for (const { reject, cancel } of this.#waiting.values()) {
      cancel?.();
      reject(new StoreError("unreachable"));
    }
    this.#waiting.clear();
  }
}

/** Checks what decides where a message goes. Its values are those of this program. */
function isMessage(message: unknown): message is Message {
  if (typeof message !== "object" || message === null) return false;
  if (!("id" in message) || typeof message.id !== "number") return false;
  if ("values" in message && !Array.isArray(message.values)) return false;
  return !("ask" in message) || typeof message.ask === "string";
}
