import type { ServerResponse } from "node:http";
import type { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Agent, JsonObject, JsonValue } from "@toolcourt/sdk";

/** Idle timeout of a session. */
const silenceMs = 30 * 60_000;
const sweepEveryMs = 60_000;

export interface Session {
  readonly id: string;
  /** Who opened it, and at which path. It is unknown to all others, and at other paths. */
  readonly owner: string;
  /** Whose share it takes, at all paths together. */
  readonly principal: string;
  /** The client's self-declared name and version. */
  readonly greeted: Partial<Agent> | undefined;
  /** Calls that bypass the session's protocol server, by request id. */
  readonly calls: Map<JsonValue, Canceller>;
  /** The client's capabilities besides those to be asked. Undefined if it has no extensions. */
  readonly extensions?: JsonObject | undefined;
  /** True if the client can neither be asked nor receive log lines. */
  isPlain: boolean;
  /** Number of pending requests. */
  waiting: number;
  lastSeenAt: number;
  readonly close: () => Promise<void>;
}

const sessionEnded = new Error("The session has ended.");

/** The live sessions. A session with a pending request does not count as silent. */
export class SessionBook implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #maxSessions: number;
  readonly #sessions = new Map<string, Session>();
  readonly #stopped = new AbortController();

  constructor(clock: Clock, maxSessions: number) {
    this.#clock = clock;
    this.#maxSessions = maxSessions;
    void this.#sweep();
  }

  /**
   * Adds a session. Over the limit, evicts the longest-silent session of the principal with the
   * most. Opening many cannot evict the sessions of others.
   */
  add(session: Session): void {
    const surplus = this.#sessions.size < this.#maxSessions ? undefined : surplusOf(this.#silent());
    if (surplus !== undefined) void this.#end(surplus);
    this.#sessions.set(session.id, session);
  }

  /** Forgets a closed session and aborts its running calls. */
  remove(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    for (const call of session?.calls.values() ?? []) call.abort(sessionEnded);
  }

  find(id: string, owner: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session?.owner !== owner || this.#isOver(session) ? undefined : session;
  }

  /** Returns a session by its id alone. For what other gateways tell, not for requests. */
  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Ends a session, if it is here. */
  async end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (session !== undefined) await this.#end(session);
  }

  /** Renews a session. With a response, keeps it alive until that response closes. */
  hear(session: Session, response?: ServerResponse): void {
    session.lastSeenAt = this.#clock.monotonic();
    if (response === undefined) return;
    session.waiting += 1;
    response.once("close", () => {
      session.waiting -= 1;
      session.lastSeenAt = this.#clock.monotonic();
    });
  }

  /** Returns whether one more fits, if necessary by evicting a silent session. */
  hasRoom(): boolean {
    return this.#sessions.size < this.#maxSessions || this.#silent().some(() => true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#endAll(this.#sessions.values());
  }

  #silent(): IteratorObject<Session> {
    return this.#sessions.values().filter(({ waiting }) => waiting === 0);
  }

  #isOver({ waiting, lastSeenAt }: Session): boolean {
    return waiting === 0 && this.#clock.monotonic() - lastSeenAt >= silenceMs;
  }

  async #end(session: Session): Promise<void> {
    this.remove(session.id);
    // A session that fails to close is gone all the same.
    await session.close().catch(() => undefined);
  }

  #endAll(all: Iterable<Session>): Promise<unknown> {
    return Promise.all([...all].map((session) => this.#end(session)));
  }

  async #sweep(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#clock.sleep(sweepEveryMs, signal).catch(() => undefined);
      await this.#endAll(this.#sessions.values().filter((session) => this.#isOver(session)));
    }
  }
}

/** Returns the longest-silent session of the principal that has the most. */
function surplusOf(sessions: Iterable<Session>): Session | undefined {
  // Sorted on demand: keeping the map in order would cost every call two map operations.
  const inOrder = [...sessions].toSorted((a, b) => a.lastSeenAt - b.lastSeenAt);
  const owned = Map.groupBy(inOrder, ({ principal }) => principal);
  const [largest] = [...owned.values()].toSorted((a, b) => b.length - a.length);
  return largest?.[0];
}
