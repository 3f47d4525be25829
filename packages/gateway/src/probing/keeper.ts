import type { Upstream } from "../upstreams/upstream.ts";

/** Thrown when the server cannot be reached any more, so that nothing else can be tried. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

/** What was done, or that there is no server to do it with. */
export async function orGone<T>(work: Promise<T>): Promise<T | "gone"> {
  return work.catch((error: unknown) => {
    if (error instanceof ServerGone) return "gone";
    throw error;
  });
}

/** Holds the connection to a server that may end at any time. */
export interface Keeper {
  /** The connection, made again if it has ended. */
  readonly connected: () => Promise<Upstream>;
  readonly close: () => Promise<void>;
  /** Whether it has ended by itself since it was made. */
  readonly isLost: () => boolean;
}

export interface KeeperDependencies {
  readonly open: () => Promise<Upstream>;
  readonly signal: AbortSignal;
  /** Hears that a connection had ended, before the next is made. */
  readonly ended: () => void;
}

interface Connection {
  readonly upstream: Upstream;
  isLost: boolean;
}

export function createKeeper({ open, signal, ended }: KeeperDependencies): Keeper {
  let connection: Connection | undefined;

  const close = async (): Promise<void> => {
    const closing = connection?.upstream;
    connection = undefined;
    await closing?.[Symbol.asyncDispose]();
  };

  return {
    close,
    connected: async () => {
      if (connection?.isLost === true) {
        ended();
        await close();
      }
      connection ??= await connect(open, signal);
      return connection.upstream;
    },
    isLost: () => connection?.isLost === true,
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
