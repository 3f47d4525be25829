import type { IncomingMessage, Server } from "node:http";

export interface SlowReaders {
  /** How long a client may take nothing of what waits for it. Default: 30 seconds. */
  readonly stallMs?: number | undefined;
  /** Called when a client was disconnected because it does not read. Default: not reported. */
  readonly stalled?: ((waitingBytes: number) => void) | undefined;
}

/** A client on a slow line takes something in less. */
const defaultStallMs = 30_000;

/**
 * Closes connections whose client takes nothing of a response or a stream. A connection without
 * anything to take is left alone: its call may run, or its stream may have no news.
 */
export function endSlowReaders(
  server: Server,
  { stallMs = defaultStallMs, stalled }: SlowReaders,
): void {
  const check = (socket: IncomingMessage["socket"]): void => {
    const { writableLength } = socket;
    if (writableLength === 0) return;
    stalled?.(writableLength);
    socket.destroy();
  };
  // Node counts the time since the last progress in either direction, also of a part of a write.
  server.timeout = stallMs;
  server.on("request", (_request, response) => response.on("timeout", check));
}
