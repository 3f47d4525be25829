import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { canonicalJson, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type {
  Connections,
  ConnectionUser,
  Credential,
  UsableConnection,
} from "../boundary/connections/connections.ts";
import { loginName, missing } from "../boundary/connections/find-connection.ts";
import { shownName } from "../pipeline/call.ts";
import type { CredentialSource } from "../upstreams/connection.ts";
import { type Upstream, UpstreamError, type UpstreamListeners } from "../upstreams/upstream.ts";
import { type AboutConnection, gatewayUser, withServer } from "./server-credentials.ts";

/** Opens a session of one caller at the server. */
export type OpenSession = (
  credentials: CredentialSource,
  listeners: UpstreamListeners,
  signal: AbortSignal,
) => Promise<Upstream>;

export interface CallerSessionsDeps extends Pick<Runtime, "clock"> {
  readonly server: string;
  readonly origin: string;
  /** The connection that exchanges the tokens of callers. Default: each caller signs in. */
  readonly exchange?: string | undefined;
  readonly connections: Connections;
  readonly open: OpenSession;
  /** Returns the definition of a tool that was reviewed. Undefined if it is not listed. */
  readonly reviewed: (tool: string) => string | undefined;
}

interface Session {
  readonly opening: Promise<Upstream>;
  readonly access: Access;
  /** The definitions that the server shows this caller, by name. Unset until they are listed. */
  tools?: Promise<Definitions> | undefined;
  usedAt: number;
  active: number;
}

/** What a session gets its credentials with. A token of a caller is kept only during calls. */
interface Access {
  usable: UsableConnection;
  last?: Credential;
}

/** The requests that one caller makes of a server. */
export type CallerUpstream = Pick<Upstream, "callTool" | "request">;

/** Far more callers than act at once. Each session may hold a socket. */
export const maxSessions = 100;
export const idleMs = 10 * 60_000;

/**
 * The sessions of callers at a server, each with the caller's own credential. A session belongs to
 * one stored connection, so no caller and no later login ever gets the session of another.
 */
export class CallerSessions implements AsyncDisposable {
  readonly #deps: CallerSessionsDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #stopping = new AbortController();

  constructor(deps: CallerSessionsDeps) {
    this.#deps = deps;
  }

  /** Returns the caller's own connection. Throws a `Refusal` with the command to sign in. */
  async use(caller: ConnectionUser): Promise<UsableConnection> {
    const { origin, connections, exchange } = this.#deps;
    if (exchange !== undefined) return this.#exchanged(exchange, caller);
    const about = this.#about(caller);
    try {
      return await connections.use({ connection: about.connection, origin }, caller);
    } catch (error) {
      throw withServer(error, about);
    }
  }

  async #exchanged(exchange: string, caller: ConnectionUser): Promise<UsableConnection> {
    const wanted = { connection: exchange, origin: this.#deps.origin, caller: subjectOf(caller) };
    const usable = await this.#deps.connections.use(wanted, gatewayUser);
    // Of another kind it would give every caller the gateway's own credential.
    if (usable.caller === undefined) throw missing(exchange);
    return usable;
  }

  of(caller: ConnectionUser): CallerUpstream {
    return {
      callTool: (call, signal) =>
        this.#within(caller, call.outgoing?.connection, async (upstream, session) => {
          await this.#checkDrift(call.name, session, signalOf(signal));
          return upstream.callTool(call, signal);
        }),
      request: (request, signal) =>
        this.#within(caller, undefined, (upstream) => upstream.request(request, signal)),
    };
  }

  #about({ id: owner, tenant }: ConnectionUser): AboutConnection {
    const { server } = this.#deps;
    const connection = loginName(server, owner);
    return { server, connection, owner, ...(tenant !== undefined && { tenant }) };
  }

  async #within<T>(
    caller: ConnectionUser,
    checked: UsableConnection | undefined,
    work: (upstream: Upstream, session: Session) => Promise<T>,
  ): Promise<T> {
    const usable = checked ?? (await this.use(caller));
    const session = this.#session(usable, this.#about(caller));
    session.active += 1;
    session.access.usable = usable;
    try {
      return await work(await session.opening, session);
    } finally {
      session.active -= 1;
      if (session.active === 0) session.access.usable = withoutCaller(usable);
      session.usedAt = this.#deps.clock.monotonic();
    }
  }

  #session(usable: UsableConnection, about: AboutConnection): Session {
    const key = keyOf(usable);
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const { clock } = this.#deps;
    this.#makeRoom();
    const access: Access = { usable };
    const session: Session = {
      opening: this.#open(key, access, about),
      access,
      usedAt: clock.monotonic(),
      active: 0,
    };
    if (this.#sessions.size === 0) void this.#sweep();
    this.#sessions.set(key, session);
    const forget = (): void => {
      if (this.#sessions.get(key) === session) this.#sessions.delete(key);
    };
    session.opening.then((upstream) => void upstream.lost.then(forget), forget);
    return session;
  }

  #open(key: string, access: Access, about: AboutConnection): Promise<Upstream> {
    const { connections, open, exchange } = this.#deps;
    const named = exchange === undefined ? about : { connection: exchange };
    const credentials: CredentialSource = {
      current: async (signal) => {
        // Between calls there is no token to exchange. Streams go on with the last credential.
        if (exchange !== undefined && access.usable.caller === undefined && access.last) {
          return access.last;
        }
        access.last = await connections
          .credential(access.usable, signal)
          .catch((error: unknown) => {
            throw exchange === undefined ? withServer(error, about) : error;
          });
        return access.last;
      },
      refused: (credential) => connections.refused(access.usable, credential),
      stepUp: (credential, demanded) => connections.stepUp(access.usable, credential, demanded),
      denied: (because, scopes) => {
        const { grant } = access.usable;
        const details = { ...named, ...defined({ grant }), because, scopes };
        return new Refusal("connection-refused", details);
      },
    };
    const toolsChanged = (): void => {
      const session = this.#sessions.get(key);
      if (session !== undefined) session.tools = undefined;
    };
    return open(credentials, { toolsChanged }, this.#stopping.signal);
  }

  /** Contracts are reviewed once, so a server may not show a caller another definition. */
  async #checkDrift(name: string, session: Session, signal: AbortSignal): Promise<void> {
    const listed = (session.tools ??= session.opening
      .then((upstream) => upstream.listTools(this.#stopping.signal))
      .then(definitionsOf));
    const tools = await listed.catch((error: unknown) => {
      if (session.tools === listed) session.tools = undefined;
      throw error;
    });
    signal.throwIfAborted();
    const shown = tools.get(name);
    if (shown !== undefined && shown !== this.#deps.reviewed(name)) {
      throw new Refusal("tool-quarantined", {
        tool: shownName(name),
        reason: "drifted",
        rules: [],
      });
    }
  }

  /** Closes the session that was unused for longest. All may be in use, and then none is opened. */
  #makeRoom(): void {
    if (this.#sessions.size < maxSessions) return;
    const idle = [...this.#sessions].filter(([, { active }]) => active === 0);
    const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) throw new UpstreamError({ kind: "unreachable" });
    this.#close(...oldest);
  }

  #close(id: string, { opening }: Session): void {
    this.#sessions.delete(id);
    void opening.then((upstream) => upstream[Symbol.asyncDispose]()).catch(() => undefined);
  }

  /** Closes idle sessions, as long as there are any sessions. */
  async #sweep(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#stopping;
    do {
      await clock.sleep(idleMs, signal).catch(() => undefined);
      const until = clock.monotonic() - idleMs;
      for (const [id, session] of this.#sessions) {
        if (session.active === 0 && session.usedAt <= until) this.#close(id, session);
      }
    } while (this.#sessions.size > 0 && !signal.aborted);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(
      open.map(async ({ opening }) => (await opening)[Symbol.asyncDispose]()),
    );
  }
}

function subjectOf({ id, tenant, presented }: ConnectionUser): ConnectionUser {
  return { id, ...defined({ tenant, presented }) };
}

function withoutCaller({ caller: _caller, ...usable }: UsableConnection): UsableConnection {
  return usable;
}

/** One session per connection, or per token that is exchanged: two may differ in power. */
function keyOf({ id, caller }: UsableConnection): string {
  if (caller === undefined) return id;
  return JSON.stringify([id, caller.tenant ?? "", caller.id, String(caller.presented?.token)]);
}

export type Definitions = ReadonlyMap<string, string>;

/** Returns the whole definition of each tool, as a text to compare. */
export function definitionsOf(tools: readonly JsonValue[]): Definitions {
  return new Map(
    tools.flatMap((tool): [string, string][] => {
      const name = isJsonObject(tool) ? own(tool, "name") : undefined;
      return typeof name === "string" ? [[name, canonical(tool)]] : [];
    }),
  );
}

function canonical(tool: JsonValue): string {
  try {
    return canonicalJson(tool);
  } catch {
    // Some texts have no canonical form. Their order of keys counts too, which is stricter.
    return JSON.stringify(tool);
  }
}
