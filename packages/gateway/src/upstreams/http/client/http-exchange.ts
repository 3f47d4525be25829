import type { ResponseHead } from "./response-head.ts";

/** The connection of an exchange. */
interface Holder {
  readonly abandon: () => void;
}

/**
 * One request with the reader of its response. An exception while reading aborts it and becomes its
 * error. It ends with `onEnd` or `onError`, once.
 */
export abstract class HttpExchange {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The header block as sent. Set by the client. */
  head = "";
  /** Set while a connection has the exchange. */
  holder: Holder | undefined = undefined;
  #isSettled = false;

  constructor(headers: Readonly<Record<string, string>>, body: string) {
    this.headers = headers;
    this.body = body;
  }

  abstract onHead(head: ResponseHead): void;
  abstract onBody(chunk: Buffer): void;
  protected abstract onEnd(): void;
  protected abstract onError(error: Error): void;

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Ends the exchange with an error, wherever it is. */
  abort(error: Error): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const { holder } = this;
    this.holder = undefined;
    holder?.abandon();
    this.onError(error);
  }

  /** Ends the exchange with a whole response. */
  complete(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.holder = undefined;
    this.onEnd();
  }
}
