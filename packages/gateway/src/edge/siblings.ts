import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { limitConnections, PendingRequests } from "./connections.ts";
import { clientOf, setClient } from "./named-proxies.ts";
import { noCapacity } from "./shedding.ts";

/** The processes that serve one port together. */
export interface Siblings {
  /** The number of this process, from 1. */
  readonly own: number;
  readonly count: number;
  /** The private socket of a process, in a folder that only our user can enter. */
  readonly socketOf: (worker: number) => string;
}

/** The process that has what exists only once. */
export const firstWorker = 1;

/** Creates a session id that names its process: only that one knows the session. */
export function sessionIdIn(siblings: Pick<Siblings, "own"> | undefined, id: string): string {
  return siblings === undefined ? id : `${siblings.own}.${id}`;
}

/** Returns the process of the session that a request names. Undefined if it names none of ours. */
export function workerOfSession({ headers }: IncomingMessage): number | undefined {
  const found = /^(\d{1,3})\./.exec(String(headers["mcp-session-id"]))?.[1];
  return found === undefined ? undefined : Number(found);
}

export interface ForwardLimits {
  /** How long a process may give no sign that it has begun to read a request. */
  readonly signMs: number;
  /** Requests to one process at a time, streams included. */
  readonly max: number;
}

const defaultLimits: ForwardLimits = { signMs: 10_000, max: 1_024 };

/** All idle connections of 63 other processes together stay below `maxPrivate`. */
const maxIdle = 64;
const maxPrivate = 4_096;

/** Sends requests that another process must answer to it, unread and unchanged. */
export class Forwarding {
  readonly #siblings: Siblings;
  readonly #signMs: number;
  readonly #pending: PendingRequests;
  /** Its idle connections do not keep the process alive. */
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: maxIdle });

  constructor(siblings: Siblings, { signMs, max }: ForwardLimits = defaultLimits) {
    this.#siblings = siblings;
    this.#signMs = signMs;
    this.#pending = new PendingRequests({ max, perCaller: max });
  }

  /** Reports whether another process answers the request. */
  takes(request: IncomingMessage, response: ServerResponse, worker: number | undefined): boolean {
    const { own, count } = this.#siblings;
    if (worker === undefined || worker === own || worker < 1 || worker > count) return false;
    if (this.#pending.begin(String(worker), response)) this.#forward(request, response, worker);
    else refuse(response, full);
    return true;
  }

  #forward(request: IncomingMessage, response: ServerResponse, worker: number): void {
    const { method, url, rawHeaders } = request;
    const outgoing = httpRequest({
      socketPath: this.#siblings.socketOf(worker),
      agent: this.#agent,
      method,
      path: url,
      // The raw list keeps repeated headers, which the other process refuses as this one would.
      // A call may take minutes to its response. The 100 tells a slow tool from a stuck process.
      headers: [...endToEnd(rawHeaders), ...clientIn(request), "expect", "100-continue"],
      setHost: false,
      timeout: this.#signMs,
    });
    outgoing.once("timeout", () => {
      refuse(response, silent);
      outgoing.destroy();
    });
    outgoing.once("continue", () => outgoing.setTimeout(0));
    outgoing.on("response", (answer) => {
      outgoing.setTimeout(0);
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
      response.flushHeaders();
      answer.pipe(response);
      answer.once("error", () => response.destroy());
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      if (response.writableEnded) return;
      // Nothing was sent. Otherwise the caller learns as little as if its own process had ended.
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") {
        refuse(response, request.headers["mcp-session-id"] === undefined ? full : sessionGone);
      } else response.destroy();
    });
    response.once("close", () => outgoing.destroy());
    request.pipe(outgoing);
  }
}

/** Tells another process the client of a request. Taken from the private socket only. */
const clientHeader = "toolcourt-client";

function clientIn(request: IncomingMessage): readonly string[] {
  const client = clientOf(request);
  return client === undefined ? [] : [clientHeader, client];
}

/** Headers about one connection. The next connection has its own. */
const hopByHop = new Set(["connection", "keep-alive", "expect", clientHeader]);

function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

interface Refused {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

const full: Refused = { ...noCapacity, status: 503, headers: { "retry-after": "1" } };

/** The sessions of a process end with it. */
const sessionGone: Refused = { status: 404, code: -32_001, message: "Session not found" };

const silent: Refused = {
  status: 504,
  code: -32_603,
  message:
    "The worker that must answer gave no sign in time. The request may still be carried out.",
};

function refuse(response: ServerResponse, { status, code, message, headers }: Refused): void {
  const error = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
  const own = { "content-type": "application/json", connection: "close" };
  response.writeHead(status, { ...own, ...headers }).end(error);
}

/** Listens for requests that other processes forward. */
export async function listenToSiblings(
  { own, socketOf }: Siblings,
  answer: RequestListener,
): Promise<AsyncDisposable> {
  // An idle connection stays: closing it could meet a request that is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const client = request.headers[clientHeader];
    if (typeof client === "string") setClient(request, client);
    answer(request, response);
  });
  // All other processes are one caller here: their sockets have no address.
  limitConnections(server, { max: maxPrivate, perCaller: maxPrivate });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // Exclusive: a cluster would share the socket among all processes.
    server.listen({ path: socketOf(own), exclusive: true }, resolve);
  });
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
