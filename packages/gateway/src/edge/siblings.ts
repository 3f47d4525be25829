import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
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

/** Sends requests that another process must answer to it, unread and unchanged. */
export class Forwarding {
  readonly #siblings: Siblings;
  /** Its idle connections do not keep the process alive. */
  readonly #agent = new Agent({ keepAlive: true });

  constructor(siblings: Siblings) {
    this.#siblings = siblings;
  }

  /** Reports whether another process answers the request. */
  takes(request: IncomingMessage, response: ServerResponse, worker: number | undefined): boolean {
    const { own, count } = this.#siblings;
    if (worker === undefined || worker === own || worker < 1 || worker > count) return false;
    this.#forward(request, response, worker);
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
      headers: endToEnd(rawHeaders),
      setHost: false,
    });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
      response.flushHeaders();
      answer.pipe(response);
      answer.once("error", () => response.destroy());
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      // Nothing was sent. Otherwise the caller learns as little as if its own process had ended.
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") refuseGone(request, response);
      else response.destroy();
    });
    response.once("close", () => outgoing.destroy());
    request.pipe(outgoing);
  }
}

/** Headers about one connection. The next connection has its own. */
const hopByHop = new Set(["connection", "keep-alive", "expect"]);

function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** Answers for a process that is not there: its sessions are gone, and an operator tries again. */
function refuseGone(request: IncomingMessage, response: ServerResponse): void {
  const isOfSession = request.headers["mcp-session-id"] !== undefined;
  const [status, code, message] = isOfSession
    ? [404, -32_001, "Session not found"]
    : [503, noCapacity.code, noCapacity.message];
  const error = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
  const headers = { "content-type": "application/json", connection: "close" };
  response.writeHead(status, { ...headers, ...(!isOfSession && { "retry-after": "1" }) });
  response.end(error);
}

/** Listens for requests that other processes forward. */
export async function listenToSiblings(
  { own, socketOf }: Siblings,
  answer: RequestListener,
): Promise<AsyncDisposable> {
  // An idle connection stays: closing it could meet a request that is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, answer);
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
