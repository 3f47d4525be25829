import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ProbeCall } from "./probe-call.ts";

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

/** Holds the connection to a server that may end at any time. */
export interface Keeper {
  /** Returns the connection. Reconnects if it has ended. */
  readonly connected: () => Promise<Upstream>;
  readonly close: () => Promise<void>;
  /** Closes a connection that had ended before anything was sent on it. */
  readonly closeDead: () => Promise<void>;
  /** Remembers the last answered call. */
  readonly answered: (call: ProbeCall) => void;
  /** Takes the call answered right before the connection ended by itself. Returned once. */
  readonly takeLateCrash: () => ProbeCall | undefined;
}

interface Connection {
  readonly upstream: Upstream;
  isLost: boolean;
}

export function createKeeper(open: () => Promise<Upstream>, signal: AbortSignal): Keeper {
  let connection: Connection | undefined;
  let last: ProbeCall | undefined;
  let lateCrash: ProbeCall | undefined;

  const close = async (): Promise<void> => {
    const closing = connection?.upstream;
    connection = undefined;
    last = undefined;
    await closing?.[Symbol.asyncDispose]();
  };
  const blameLast = (): void => {
    lateCrash ??= last;
    last = undefined;
  };
  const notice = (): void => {
    if (connection?.isLost === true) blameLast();
  };

  return {
    close,
    connected: async () => {
      notice();
      if (connection?.isLost === true) await close();
      connection ??= await connect(open, signal);
      return connection.upstream;
    },
    closeDead: async () => {
      blameLast();
      await close();
    },
    answered: (call) => {
      last = call;
    },
    takeLateCrash: () => {
      notice();
      const taken = lateCrash;
      lateCrash = undefined;
      return taken;
    },
  };
}

async function connect(open: () => Promise<Upstream>, signal: AbortSignal): Promise<Connection> {
  try {
    const upstream = await open();
    const connection: Connection = { upstream, isLost: false };
    void follow(connection);
    return connection;
  } catch (error) {
    signal.throwIfAborted();
    throw new ServerGone("The server cannot be reached.", { cause: error });
  }
}

async function follow(connection: Connection): Promise<void> {
  await connection.upstream.lost;
  connection.isLost = true;
}
