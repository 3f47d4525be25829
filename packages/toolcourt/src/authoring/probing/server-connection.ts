import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ProbeCall } from "./probe-context.ts";

/** Thrown when the server is unreachable, so no further probe is possible. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

/** Returns the result, or "gone" if the server is unreachable. */
export async function orGone<T>(work: Promise<T>): Promise<T | "gone"> {
  return work.catch((error: unknown) => {
    if (error instanceof ServerGone) return "gone";
    throw error;
  });
}

/** The connection to a server that may end at any time. */
export class ServerConnection {
  readonly #open: () => Promise<Upstream>;
  readonly #signal: AbortSignal;
  #current: { readonly upstream: Upstream; isLost: boolean } | undefined;
  #last: ProbeCall | undefined;
  #lateCrash: ProbeCall | undefined;

  constructor(open: () => Promise<Upstream>, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  /** Returns the connection. Reconnects if it has ended. */
  async connected(): Promise<Upstream> {
    if (this.#current?.isLost === true) await this.closeDead();
    this.#current ??= await this.#connect();
    return this.#current.upstream;
  }

  async close(): Promise<void> {
    const closing = this.#current?.upstream;
    this.#current = undefined;
    this.#last = undefined;
    await closing?.[Symbol.asyncDispose]();
  }

  /** Closes a connection that had ended before anything was sent on it. */
  async closeDead(): Promise<void> {
    this.#blameLast();
    await this.close();
  }

  /** Remembers the last answered call. */
  answered(call: ProbeCall): void {
    this.#last = call;
  }

  /** Takes the call answered right before the connection ended by itself. Returned once. */
  takeLateCrash(): ProbeCall | undefined {
    if (this.#current?.isLost === true) this.#blameLast();
    const taken = this.#lateCrash;
    this.#lateCrash = undefined;
    return taken;
  }

  #blameLast(): void {
    this.#lateCrash ??= this.#last;
    this.#last = undefined;
  }

  async #connect(): Promise<{ readonly upstream: Upstream; isLost: boolean }> {
    try {
      const upstream = await this.#open();
      const connection = { upstream, isLost: false };
      void upstream.lost.then(() => (connection.isLost = true));
      return connection;
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new ServerGone("The server cannot be reached.", { cause: error });
    }
  }
}
