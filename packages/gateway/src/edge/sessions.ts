import type { ServerResponse } from "node:http";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { askings } from "../upstreams/upstream.ts";
import type { AuthenticatedRequest } from "./callers.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import { type Session, SessionBook } from "./session-book.ts";
import { type Answer, answerIn, SessionLink } from "./session-link.ts";
import type { SharedSessions, Told } from "./shared-sessions.ts";

const maxSessions = 1_000;

export interface SessionsOptions extends Pick<Runtime, "clock"> {
  /** Must be unguessable: the id is all that protects a session. */
  readonly newId: () => string;
  /** Creates the protocol server of one session. */
  readonly serverFor: (request: AuthenticatedRequest) => ProtocolServer | McpServer;
  /** Returns the only one who can use a session that a request opens: a principal at a path. */
  readonly ownerOf: (request: AuthenticatedRequest) => string;
  /** Returns the id of the principal, whose sessions at all paths count together. */
  readonly principalOf: (request: AuthenticatedRequest) => string;
  /** Returns a signal that aborts when the sender loses access. Default: access never ends. */
  readonly revocationOf?: (request: AuthenticatedRequest) => AbortSignal | undefined;
  /** Continues sessions of other gateways. Default: each session stays here. */
  readonly shared?: SharedSessions | undefined;
  /** Adds the process to an id that all gateways know. Default: none. */
  readonly placeId?: (id: string) => string;
  /** Maximum number of sessions. Default: 1000. */
  readonly max?: number;
}

/** A request of a session, with its parsed message if it has one. */
interface Asked {
  readonly request: AuthenticatedRequest;
  readonly response: ServerResponse;
  readonly message: JsonObject | undefined;
}

/**
 * The sessions of legacy clients. A session belongs to its owner alone. It ends by `DELETE`,
 * by silence or by eviction. With shared sessions, silence and eviction only free memory: the next
 * request restores the session, here or at another gateway.
 */
export class Sessions implements AsyncDisposable {
  readonly #options: SessionsOptions;
  readonly #book: SessionBook;
  readonly #links = new WeakMap<Session, SessionLink>();
  readonly #restoring = new Map<string, Promise<Session | undefined>>();
  readonly #leave: (() => void) | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#book = new SessionBook(options.clock, options.max ?? maxSessions);
    this.#leave = options.shared?.whenTold((told) => this.#hear(told));
  }

  /** Returns the live session of a request. */
  find(request: AuthenticatedRequest): Session | undefined {
    return this.#book.find(idIn(request), this.#options.ownerOf(request));
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
      await this.#open({ request, response, message });
      return;
    }
    const session = this.find(request) ?? (await this.#restored(request));
    if (session === undefined) {
      refuse(response, 404, "Session not found");
      return;
    }
    // A listen-only stream renews the session when it opens, but does not keep it alive.
    this.#book.hear(session, message === undefined ? undefined : response);
    if (message !== undefined) this.#notice(session, message);
    await this.#pass(session, { request, response, message });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave?.();
    await this.#book[Symbol.asyncDispose]();
  }

  /** Passes a request to the session's server, or an answer to the gateway that asked. */
  async #pass(session: Session, asked: Asked): Promise<void> {
    const { shared } = this.#options;
    const answer = shared && answerIn(asked.message);
    if (answer === undefined) await this.#handle(session, asked);
    else if (answer.to === shared?.name)
      await this.#handle(session, { ...asked, message: answer.asked });
    else await this.#passOn(session, answer, asked.response);
  }

  async #handle(session: Session, { request, response, message }: Asked): Promise<void> {
    const link = this.#links.get(session);
    if (request.method === "GET") link?.listens(response);
    await link?.transport.handleRequest(request, response, message);
    if (request.method === "DELETE") await this.#options.shared?.end(session.id);
  }

  async #passOn({ id }: Session, { to, asked }: Answer, response: ServerResponse): Promise<void> {
    const told = this.#options.shared?.tell({ kind: "answer", session: id, to, message: asked });
    await told?.then(
      () => void response.writeHead(202).end(),
      () => refuse(response, 503, askedElsewhere),
    );
  }

  async #open({ request, response, message }: Asked): Promise<void> {
    if (message === undefined || !this.#book.hasRoom()) {
      refuse(response, 503, "There are too many sessions; try again later.");
      return;
    }
    const { ownerOf, newId, shared, placeId = (id) => id } = this.#options;
    const idFor = (): string => {
      const random = newId();
      const handle = shared?.handles.issue(message, ownerOf(request), random);
      return handle === undefined ? random : placeId(handle);
    };
    await this.#link(request, { message, idFor }, (link) =>
      link.transport.handleRequest(request, response, message),
    );
  }

  /** Returns the session of an id that another gateway issued, or that was silent for long. */
  #restored(request: AuthenticatedRequest): Promise<Session | undefined> | undefined {
    const { shared, ownerOf } = this.#options;
    const id = idIn(request);
    const message = shared?.handles.greetingIn(id, ownerOf(request));
    if (message === undefined) return undefined;
    const known = this.#restoring.get(id);
    if (known !== undefined) return known;
    const restoring = this.#restore(request, { id, message }).finally(() => {
      this.#restoring.delete(id);
    });
    this.#restoring.set(id, restoring);
    return restoring;
  }

  async #restore(
    request: AuthenticatedRequest,
    { id, message }: { readonly id: string; readonly message: JsonObject },
  ): Promise<Session | undefined> {
    if ((await this.#options.shared?.isEnded(id)) !== false) return undefined;
    // A silent one that was not swept yet would remove the new one at its end.
    await this.#book.end(id);
    if (!this.#book.hasRoom()) return undefined;
    await this.#link(request, { message, idFor: () => id }, (link) => link.greet(message));
    return this.find(request);
  }

  /** Connects a server to a client, by an initialize request that is passed to the link. */
  async #link(
    request: AuthenticatedRequest,
    { message, idFor }: { readonly message: JsonObject; readonly idFor: () => string },
    greet: (link: SessionLink) => Promise<void>,
  ): Promise<void> {
    const { ownerOf, principalOf, clock, revocationOf, serverFor, shared } = this.#options;
    const closed = new AbortController();
    const link: SessionLink = new SessionLink({
      newId: idFor,
      name: shared?.name,
      elsewhere: (update) => {
        const session = link.transport.sessionId ?? "";
        void shared?.tell({ kind: "updated", session, message: update }).catch(() => undefined);
      },
      opened: (id) => {
        const whose = { owner: ownerOf(request), principal: principalOf(request) };
        const session = newSession({ id, ...whose, message, lastSeenAt: clock.monotonic() });
        const opened = { ...session, close: () => link.transport.close() };
        this.#links.set(opened, link);
        this.#book.add(opened);
      },
      closed: () => {
        closed.abort();
        this.#book.remove(link.transport.sessionId ?? "");
      },
    });
    revocationOf?.(request)?.addEventListener("abort", () => void link.transport.close(), {
      once: true,
      signal: closed.signal,
    });
    const server = serverFor(request);
    try {
      await server.connect(link.transport);
      await greet(link);
    } finally {
      if (link.transport.sessionId === undefined) await server.close();
    }
  }

  /** Applies a message's effect on the session as a whole, also at other gateways. */
  #notice(session: Session, message: JsonObject): void {
    notice(session, message);
    if (own(message, "method") !== "notifications/cancelled") return;
    const told = { kind: "cancelled", session: session.id, message } as const;
    void this.#options.shared?.tell(told).catch(() => undefined);
  }

  #hear({ kind, session: id, message }: Told): void {
    const session = this.#book.get(id);
    if (session === undefined) return;
    if (kind === "ended") void this.#book.end(id);
    const link = this.#links.get(session);
    if (message === undefined || link === undefined) return;
    if (kind === "cancelled") notice(session, message);
    if (kind === "updated") link.signal(message);
    else link.receive(message);
  }
}

const askedElsewhere =
  "The question of another replica cannot be answered now: it cannot be told. Make the call again.";

function idIn(request: AuthenticatedRequest): string {
  return String(request.headers["mcp-session-id"]);
}

type Opening = Pick<Session, "id" | "owner" | "principal" | "lastSeenAt"> & {
  readonly message: JsonObject;
};

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
    extensions: extensionsIn(capabilities),
    isPlain:
      isJsonObject(capabilities) && !askings.some((asking) => Object.hasOwn(capabilities, asking)),
    calls: new Map(),
    waiting: 0,
  };
}

function extensionsIn(capabilities: JsonValue | undefined): JsonObject | undefined {
  const extensions = isJsonObject(capabilities) ? own(capabilities, "extensions") : undefined;
  return extensions === undefined ? undefined : { extensions };
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
