import { connect, type Socket } from "node:net";

// Hand-written because the load generator must cost less than its target. One socket, one request
// at a time, raw bytes.

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A keep-alive connection that carries one request at a time. */
export interface Connection extends Disposable {
  readonly exchange: (request: string) => Promise<Reply>;
}

const patienceMs = 30_000;
/** Servers close idle connections, Node's after five seconds. A request could cross that. */
const reusedWithinMs = 3_000;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  let waiting: Waiting | undefined;
  let received: Buffer = Buffer.alloc(0);
  let usedAt = 0;

  const fail = (error: Error): void => {
    socket = undefined;
    received = Buffer.alloc(0);
    waiting?.reject(error);
    waiting = undefined;
  };
  const open = (): Socket => {
    const opened = connect(port, "127.0.0.1");
    opened.setNoDelay(true);
    opened.setTimeout(patienceMs, () => opened.destroy(new Error("no answer in time")));
    opened.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const reply = readReply(received);
      if (reply === undefined) return;
      received = Buffer.alloc(0);
      const { resolve } = waiting ?? {};
      waiting = undefined;
      resolve?.(reply);
    });
    opened.on("error", fail);
    opened.on("close", () => {
      if (socket === opened) fail(new Error("closed without an answer"));
    });
    return opened;
  };

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const now = performance.now();
        if (now - usedAt > reusedWithinMs) {
          socket?.destroy();
          socket = undefined;
        }
        usedAt = now;
        socket ??= open();
        socket.write(request, "latin1");
      }),
    [Symbol.dispose]: () => socket?.destroy(),
  };
}

/** Returns the reply once it is complete. */
function readReply(bytes: Buffer): Reply | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const body = readBody(bytes.subarray(end + 4), head);
  return body === undefined ? undefined : { status: Number(head.slice(9, 12)), head, body };
}

function readBody(bytes: Buffer, head: string): string | undefined {
  const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (/\ntransfer-encoding: chunked/i.test(head)) return readChunks(bytes);
  return bytes.length < length ? undefined : bytes.toString("latin1", 0, length);
}

function readChunks(bytes: Buffer): string | undefined {
  let body = "";
  let at = 0;
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const next = line + 2 + size + 2;
    if (next > bytes.length) return undefined;
    if (size === 0) return body;
    body += bytes.toString("latin1", line + 2, line + 2 + size);
    at = next;
  }
}

type Headers = Readonly<Record<string, string>>;

/** Builds the text of a POST. The load sends only ASCII, so characters are bytes. */
export function postOf(path: string, headers: Headers): (body: string) => string {
  const head = `${headOf(`POST ${path}`, headers)}content-length: `;
  return (body) => `${head}${body.length}\r\n\r\n${body}`;
}

export function deleteOf(path: string, headers: Headers): string {
  return `${headOf(`DELETE ${path}`, headers)}\r\n`;
}

function headOf(target: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}`;
}
