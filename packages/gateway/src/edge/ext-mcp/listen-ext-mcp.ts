import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import { TLSSocket } from "node:tls";
import { createConnectRouter, createContextKey, createContextValues } from "@connectrpc/connect";
import {
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import type { GracefulShutdown } from "../graceful-shutdown.ts";
import type { ListenerTls } from "../listen-on.ts";
import type { Checks } from "./checks.ts";
import { extMcp } from "./definition.ts";
import { maxCheckBytes } from "./read-check.ts";
import { refusedFor } from "./verdicts.ts";

export interface ExtMcpAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface ExtMcpDeps {
  readonly checks: Checks;
  /** With an authority of clients: a proxy without a certificate gets no connection. */
  readonly tls: ListenerTls;
  readonly shutdown: Pick<GracefulShutdown, "drain" | "close">;
}

export interface ListeningExtMcp extends AsyncDisposable {
  readonly url: URL;
}

/** A proxy needs a few. Every connection may carry many checks at once. */
const maxConnections = 64;
const settings = {
  maxConcurrentStreams: 256,
  maxHeaderListSize: 16_384,
  enableConnectProtocol: false,
};
const handshakeTimeout = 10_000;
/** A check that neither sends nor gets a byte for so long is abandoned. */
const streamIdleMs = 60_000;
/** A JSON text of the largest message, and what is around it. */
const maxMessageBytes = maxCheckBytes + 64 * 1024;

/** Answers the checks of proxies over gRPC. Only clients with a certificate of our authority connect. */
export async function listenExtMcp(
  { host, port }: ExtMcpAddress,
  { checks, tls, shutdown }: ExtMcpDeps,
): Promise<ListeningExtMcp> {
  const now = tls.current();
  if (now.ca === undefined) throw new Error("ExtMcp requires client certificates.");
  const answer = createAnswer(checks);
  const server = createSecureServer(
    { ...now, allowHTTP1: false, settings, handshakeTimeout },
    answer,
  );
  tls.onReplaced((next) => server.setSecureContext(next));
  server.maxConnections = maxConnections;
  const sessions = sessionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: new URL(`https://${host.includes(":") ? `[${host}]` : host}:${taken}`),
    [Symbol.asyncDispose]: async () => {
      await shutdown.drain();
      await shutdown.close();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}

/** Tracks the sessions, which would keep a closing server open. */
function sessionsOf(server: Http2SecureServer): ReadonlySet<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    // A broken connection ends its own checks, and nothing else.
    session.on("error", () => session.destroy());
  });
  return sessions;
}

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

const peerKey = createContextKey("");

function createAnswer(checks: Checks): Answer {
  const router = createConnectRouter({
    connect: false,
    grpcWeb: false,
    readMaxBytes: maxMessageBytes,
  });
  router.service(extMcp, {
    checkRequest: (check, { values, signal }) =>
      checks
        .request({ check, peer: values.get(peerKey) }, signal)
        .catch((error: unknown) => ({ result: refusedFor(error) })),
    checkResponse: async (check, { values }) => ({
      result: await checks
        .response({ check, peer: values.get(peerKey) })
        .catch((error: unknown) => refusedFor(error)),
    }),
  });
  const handlers = new Map(router.handlers.map((each) => [each.requestPath, each]));

  const serve = async (
    request: Http2ServerRequest,
    response: Http2ServerResponse,
  ): Promise<void> => {
    const handler = handlers.get(request.url);
    const peer = peerOf(request);
    if (handler === undefined || peer === undefined) {
      response.writeHead(404).end();
      return;
    }
    const contextValues = createContextValues().set(peerKey, peer);
    const asked = universalRequestFromNodeRequest(request, response, undefined, contextValues);
    await universalResponseToNodeResponse(await handler(asked), response);
  };

  return (request, response) => {
    request.stream.setTimeout(streamIdleMs, () => request.stream.close());
    // A stream that breaks ends its own check.
    request.stream.on("error", () => undefined);
    void serve(request, response).catch(() => request.stream.close());
  };
}

/** Returns the fingerprint of the client's certificate. Undefined if it showed none that we trust. */
function peerOf({ stream }: Http2ServerRequest): string | undefined {
  const socket = stream.session?.socket;
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  return socket.getPeerX509Certificate()?.fingerprint256;
}
