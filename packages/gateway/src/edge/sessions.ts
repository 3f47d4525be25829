import type { ServerResponse } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { askings } from "../upstreams/upstream.ts";
import type { AuthenticatedRequest } from "./callers.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import { openSessionBook, type Session, type SessionBook } from "./session-book.ts";

const maxSessions = 1_000;

export interface SessionsOptions extends Pick<Runtime, "clock"> {
  /** Must be unguessable: the id is all that protects a session. */
  readonly newId: () => string;
  /** Creates the protocol server of one session. */
  readonly serverFor: () => ProtocolServer | McpServer;
  /** Returns the principal's id for a request. */
  readonly principalOf: (request: AuthenticatedRequest) => string;
  /** Returns a signal that aborts when the sender loses access. Default: access never ends. */
  readonly revocationOf?: (request: AuthenticatedRequest) => AbortSignal | undefined;
  /** Maximum number of sessions. Default: 1000. */
  readonly max?: number;
}

/** The sessions of legacy clients. */
export interface Sessions extends AsyncDisposable {
  /** Answers a request that opens a session, belongs to one or ends one. */
  readonly answer: (
    request: AuthenticatedRequest,
    response: ServerResponse,
    message: JsonObject | undefined,
  ) => Promise<void>;
  /** Returns the live session of a request. */
  readonly find: (request: AuthenticatedRequest) => Session | undefined;
  /** Keeps a session alive until the response closes. */
  readonly hear: (session: Session, response: ServerResponse) => void;
}

/**
 * Opens the sessions of legacy clients. The principal that opened a session owns it. It ends by
 * `DELETE`, by silence or by eviction.
 */
export function openSessions(options: SessionsOptions): Sessions {
  const book = openSessionBook(options.clock, options.max ?? maxSessions);
  const transports = new WeakMap<Session, NodeStreamableHTTPServerTransport>();
  const find: Sessions["find"] = (request) =>
    book.find(String(request.headers["mcp-session-id"]), options.principalOf(request));

  const open: Sessions["answer"] = async (request, response, message) => {
    if (message === undefined || !book.hasRoom()) {
      refuse(response, 503, "There are too many sessions; try again later.");
      return;
    }
    const closed = new AbortController();
    const transport = transportFor(options, { book, closed }, (id) => {
      const principal = options.principalOf(request);
      const session = newSession({ id, principal, message, heardAt: options.clock.monotonic() });
      const opened = { ...session, close: () => transport.close() };
      transports.set(opened, transport);
      return opened;
    });
    options.revocationOf?.(request)?.addEventListener("abort", () => void transport.close(), {
      once: true,
      signal: closed.signal,
    });
    const server = options.serverFor();
    try {
      await server.connect(transport);
      await transport.handleRequest(request, response, message);
    } finally {
      if (transport.sessionId === undefined) await server.close();
    }
  };

  return {
    find,
    hear: book.hear,
    answer: async (request, response, message) => {
      if (request.headers["mcp-session-id"] === undefined) {
        await open(request, response, message);
        return;
      }
      const session = find(request);
      if (session === undefined) {
        refuse(response, 404, "Session not found");
        return;
      }
      // A listen-only stream renews the session when it opens, but does not keep it alive.
      book.hear(session, message === undefined ? undefined : response);
      if (message !== undefined) notice(session, message);
      await transports.get(session)?.handleRequest(request, response, message);
    },
    [Symbol.asyncDispose]: () => book[Symbol.asyncDispose](),
  };
}

function transportFor(
  { newId }: SessionsOptions,
  { book, closed }: { readonly book: SessionBook; readonly closed: AbortController },
  opened: (id: string) => Session,
): NodeStreamableHTTPServerTransport {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: newId,
    onsessioninitialized: (id) => book.add(opened(id)),
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has this one place and no events
  transport.onclose = () => {
    closed.abort();
    book.remove(transport.sessionId ?? "");
  };
  return transport;
}

type Opening = Pick<Session, "id" | "principal" | "heardAt"> & { readonly message: JsonObject };

/** Creates a session from the client's initialize request. */
function newSession({ message, ...session }: Opening): Omit<Session, "close"> {
  const params = own(message, "params");
  const said = isJsonObject(params) ? params : {};
  const clientInfo = own(said, "clientInfo");
  const { name, version } = isJsonObject(clientInfo) ? clientInfo : {};
  const capabilities = own(said, "capabilities");
  return {
    ...session,
    greeted: {
      ...(typeof name === "string" && { name }),
      ...(typeof version === "string" && { version }),
    },
    isPlain:
      isJsonObject(capabilities) && !askings.some((asking) => Object.hasOwn(capabilities, asking)),
    calls: new Map(),
    waiting: 0,
  };
}

/** Applies a message's effect on the session as a whole. */
function notice(session: Session, message: JsonObject): void {
  const method = own(message, "method");
  if (method === "logging/setLevel") session.isPlain = false;
  const params = own(message, "params");
  if (method !== "notifications/cancelled" || !isJsonObject(params)) return;
  session.calls.get(own(params, "requestId") ?? null)?.abort();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: "2.0", id: null, error: { code: -32_001, message } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(error));
}
