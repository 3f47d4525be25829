import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Certificate } from "./certificate.ts";

/** A server on this machine that stands for an external API. */
export interface Target extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly IncomingMessage[];
  /** Number of accepted connections. */
  readonly connections: () => number;
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Opens a server with scripted answers, with TLS if given a certificate. */
export async function openTarget(answer: Answering, certificate?: Certificate): Promise<Target> {
  const seen: IncomingMessage[] = [];
  let connections = 0;
  const listener: Answering = (request, response) => {
    seen.push(request);
    answer(request, response);
  };
  const server =
    certificate === undefined
      ? createServer(listener)
      : createTlsServer({ ...certificate }, listener);
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    seen,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
