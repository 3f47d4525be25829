import type { ServerResponse } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import type { JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { askings } from "../upstreams/upstream.ts";
import type { AuthenticatedRequest } from "./callers.ts";
import { HeldSignals } from "./held-signals.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import { type Session, SessionBook } from "./session-book.ts";

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

/**
 * The sessions of legacy clients. The principal that opened a session owns it. It ends by `DELETE`,
 * by silence or by eviction.
 */
export class Sessions implements AsyncDisposable {
  readonly #options: SessionsOptions;
  readonly #book: SessionBook;
  readonly #transports = new WeakMap<Session, NodeStreamableHTTPServerTransport>();
  readonly #signals = new WeakMap<Session, HeldSignals>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#book = new SessionBook(options.clock, options.max ?? maxSessions);
  }

  /** Returns the live session of a request. */
  find(request: AuthenticatedRequest): Session | undefined {
    const id = String(request.headers["mcp-session-id"]);
    return this.#book.find(id, this.#options.principalOf(request));
  }

  /** Keeps a session alive until the response closes. */
  hear(session: Session, response: ServerResponse): void {
    this.#book.hear(session, response);
  }

  /** Answers a request that opens a session, belongs to one or ends one. */
  async answer(
    request: AuthenticatedRequest,
    response: ServerResponse,
    message: JsonObject | undefined,
  ): Promise<void> {
    if (request.headers["mcp-session-id"] === undefined) {
      await this.#open(request, response, message);
      return;
    }
    const session = this.find(request);
    if (session === undefined) {
      refuse(response, 404, "Session not found");
      return;
    }
    // A listen-only stream renews the session when it opens, but does not keep it alive.
    this.#book.hear(session, message === undefined ? undefined : response);
    if (message !== undefined) notice(session, message);
    if (request.method === "GET") this.#signals.get(session)?.over(response);
    await this.#transports.get(session)?.handleRequest(request, response, message);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#book[Symbol.asyncDispose]();
  }

  async #open(
    request: AuthenticatedRequest,
    response: ServerResponse,
    message: JsonObject | undefined,
  ): Promise<void> {
    if (message === undefined || !this.#book.hasRoom()) {
      refuse(response, 503, "There are too many sessions; try again later.");
      return;
    }
    const { principalOf, clock, revocationOf, serverFor } = this.#options;
    const closed = new AbortController();
    const transport = transportFor(this.#options, { book: this.#book, closed }, (id) => {
      const principal = principalOf(request);
      const session = newSession({ id, principal, message, lastSeenAt: clock.monotonic() });
      const opened = { ...session, close: () => transport.close() };
      this.#transports.set(opened, transport);
      this.#signals.set(opened, holdSignals(transport));
      return opened;
    });
    revocationOf?.(request)?.addEventListener("abort", () => void transport.close(), {
      once: true,
      signal: closed.signal,
    });
    const server = serverFor();
    try {
      await server.connect(transport);
      await transport.handleRequest(request, response, message);
    } finally {
      if (transport.sessionId === undefined) await server.close();
    }
  }
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

/** Makes a transport hold back the signals that its client does not read. */
function holdSignals(transport: NodeStreamableHTTPServerTransport): HeldSignals {
  const signals = new HeldSignals();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const key = signalIn(message);
    if (key === undefined) return send(message, options);
    // A client that has left needs no signal.
    signals.send(key, () => void send(message, options).catch(() => undefined));
  };
  return signals;
}

/** Returns what a message tells to have changed. Undefined if it tells more than that. */
function signalIn(message: JSONRPCMessage): string | undefined {
  if (!("method" in message)) return undefined;
  const { method, params } = message;
  if (method === "notifications/resources/updated") return `${method} ${String(params?.["uri"])}`;
  return method.endsWith("/list_changed") ? method : undefined;
}

type Opening = Pick<Session, "id" | "principal" | "lastSeenAt"> & { readonly message: JsonObject };

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

const cancelled = new Error("The caller has cancelled.");

/** Applies a message's effect on the session as a whole. */
function notice(session: Session, message: JsonObject): void {
  const method = own(message, "method");
  if (method === "logging/setLevel") session.isPlain = false;
  const params = own(message, "params");
  if (method !== "notifications/cancelled" || !isJsonObject(params)) return;
  session.calls.get(own(params, "requestId") ?? null)?.abort(cancelled);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: "2.0", id: null, error: { code: -32_001, message } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(error));
}
