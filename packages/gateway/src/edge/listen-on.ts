import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listenToSiblings, type Siblings } from "./siblings.ts";

/** Certificate and key of the listener, as TLS takes them. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: "TLSv1.2" | "TLSv1.3";
  /** Authority of clients, which must show a certificate then. Default: none is asked for. */
  readonly ca?: string;
  readonly requestCert?: true;
  readonly rejectUnauthorized?: true;
}

/** TLS of a listener, which may be replaced while it listens. */
export interface ListenerTls {
  readonly current: () => ServerTls;
  /** Sets what receives each later one. Connections that are open keep theirs. */
  readonly onReplaced: (replace: (tls: ServerTls) => void) => void;
  /** Reads and judges the files again. Rejects with the reason if they cannot be used. */
  readonly prepare: () => Promise<PreparedTls>;
}

/** Files of TLS that were judged and are not used yet. */
export interface PreparedTls {
  /** The file of the certificate. */
  readonly name: string;
  /** Whether they differ from those in use. */
  readonly isNew: boolean;
  /** Uses them for new connections. */
  readonly apply: () => void;
}

/** A handshake that is not done by then ends, so that idle clients cannot occupy every slot. */
const handshakeTimeout = 10_000;

/** Creates the server of an entrance, with TLS if it has a certificate. */
export function createListener(
  options: ServerOptions,
  tls: ListenerTls | undefined,
  listener: RequestListener,
): Server {
  if (tls === undefined) return createServer(options, listener);
  const server = createTlsServer({ ...options, ...tls.current(), handshakeTimeout }, listener);
  // A new context has new ticket keys, so no session of a withdrawn authority is resumed.
  tls.onReplaced((next) => server.setSecureContext(next));
  return server;
}

interface Address {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Other processes on the same port. Default: none. */
  readonly siblings?: Siblings | undefined;
}

/** Listens on the port, and before that for siblings. Listens to neither if one of them fails. */
export async function listenOn(
  server: Server,
  { host, port, siblings }: Address,
  listener: RequestListener,
): Promise<AsyncDisposable | undefined> {
  const forwarded = siblings && (await listenToSiblings(siblings, listener));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    // An open socket would keep the process alive.
    await forwarded?.[Symbol.asyncDispose]();
    throw error;
  }
  return forwarded;
}
