import { isIP, type Socket } from "node:net";
import { Duplex } from "node:stream";
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
} from "node:tls";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Lookup } from "./address.ts";
import { createOriginConnector } from "./connector.ts";
import { EgressFailure, transportFailure } from "./egress-failure.ts";

/** A host and port that an operator names in full. */
export interface StreamTarget {
  readonly host: string;
  readonly port: number;
}

/** Contents of PEM files. */
export interface StreamTls {
  /** CA certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
  /** The client's certificate and its key. Default: none. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface StreamDeps extends Pick<Runtime, "clock"> {
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
}

/** Connects to one host and port only, at a checked address and without TLS. */
export function createDialer(target: StreamTarget, deps: StreamDeps): () => Promise<Socket> {
  const hostname = isIP(target.host) === 6 ? `[${target.host}]` : target.host;
  const url = new URL(`http://${hostname}:${target.port}`);
  const connect = createOriginConnector(url, deps);
  const asked = { hostname: url.hostname, protocol: "http:", port: url.port };
  return () =>
    new Promise((resolve, reject) => {
      connect(asked, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
}

/** Parses certificates once, for all connections to a target. */
export function trustOf({ ca, cert, key }: StreamTls): SecureContext {
  return createSecureContext({
    ca: [...getCACertificates("default"), ...(ca === undefined ? [] : [ca])],
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    minVersion: "TLSv1.2",
  });
}

/** Begins TLS on a connection, and verifies the certificate against the configured name. */
export function secured(
  socket: Duplex,
  host: string,
  secureContext: SecureContext,
): Promise<Socket> {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const secure = connectTls({ socket, host, secureContext, ...servername }, () => resolve(secure));
  secure.once("error", reject);
  secure.once("close", () => reject(new EgressFailure("cut-short")));
  return promise;
}

/** A receiver that closes by itself does so within this time, and then has not read everything. */
const settleMs = 250;
const deadlineMs = 10_000;

/**
 * Returns a function that sends bytes over a TLS connection of their own. It resolves once the
 * other end has answered our close with its own, in TLS and below it: then its process has read every
 * byte. A close before ours, a reset or a timeout rejects with an `EgressFailure`.
 */
export function createSendStream(
  target: StreamTarget,
  tls: StreamTls,
  deps: StreamDeps,
): (bytes: Buffer, signal: AbortSignal) => Promise<void> {
  const { clock } = deps;
  const dial = createDialer(target, deps);
  const trust = trustOf(tls);
  return async (bytes, signal) => {
    const over = new AbortController();
    const end = AbortSignal.any([over.signal, signal]);
    const send = async (): Promise<void> => {
      const plain = endedWith(await dial(), end);
      const closed = endOf(plain);
      const socket = endedWith(await secured(below(plain), target.host, trust), end);
      await readByPeer(socket, bytes, clock);
      // A process that stops sends the end of TLS, too. Then its system resets what it has not read.
      await closed;
    };
    try {
      await withTimeout({ clock, ms: deadlineMs }, send);
    } catch (error) {
      throw transportFailure(error, "cut-short");
    } finally {
      over.abort();
    }
  };
}

/** Closes the connection with the signal, also one that was made too late. */
export function endedWith(socket: Socket, signal: AbortSignal): Socket {
  // The failure is reported by the step that waits for the connection.
  socket.on("error", () => undefined);
  if (signal.aborted) socket.destroy();
  else signal.addEventListener("abort", () => socket.destroy(), { once: true });
  return socket;
}

/** Resolves with the end of a connection. Rejects if it is reset or closed before. */
function endOf(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("end", resolve).once("error", reject);
  socket.once("close", () => reject(new EgressFailure("cut-short")));
  promise.catch(() => undefined);
  return promise;
}

/** Carries TLS over a connection, which stays open when TLS has ended. */
function below(socket: Socket): Duplex {
  const carrier = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
  });
  socket.on("data", (chunk) => {
    if (!carrier.destroyed && !carrier.push(chunk)) socket.pause();
  });
  socket.on("end", () => carrier.push(null));
  socket.on("close", () => carrier.destroy());
  carrier.on("close", () => socket.resume());
  return carrier;
}

async function readByPeer(socket: Socket, bytes: Buffer, clock: Runtime["clock"]): Promise<void> {
  const failed = Promise.withResolvers<never>();
  const ended = Promise.withResolvers<"ended">();
  failed.promise.catch(() => undefined);
  socket.on("error", failed.reject);
  socket.on("close", () => failed.reject(new EgressFailure("cut-short")));
  socket.on("end", () => ended.resolve("ended"));
  socket.resume();
  const written = new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  const before = [failed.promise, ended.promise];
  const isEarly =
    (await Promise.race([...before, written])) === "ended" ||
    (await Promise.race([...before, clock.sleep(settleMs)])) === "ended";
  if (isEarly) throw new EgressFailure("cut-short");
  socket.end();
  await Promise.race(before);
}
