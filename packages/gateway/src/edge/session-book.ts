import type { ServerResponse } from "node:http";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Agent, JsonValue } from "@toolcourt/sdk";

/** Idle timeout of a session. */
const silenceMs = 30 * 60_000;
const sweepEveryMs = 60_000;

export interface Session {
  readonly id: string;
  /** The principal that opened it. No other principal can use it. */
  readonly principal: string;
  /** The client's self-declared name and version. */
  readonly greeted: Partial<Agent> | undefined;
  /** Calls that bypass the session's protocol server, by request id. */
  readonly calls: Map<JsonValue, AbortController>;
  /** True if the client can neither be asked nor receive log lines. */
  isPlain: boolean;
  /** Number of pending requests. */
  waiting: number;
  heardAt: number;
  readonly close: () => Promise<void>;
}

/** The live sessions. A session with a pending request does not count as silent. */
export interface SessionBook extends AsyncDisposable {
  /**
   * Adds a session. Over the limit, evicts the longest-silent session of the principal with the
   * most. Opening many cannot evict the sessions of others.
   */
  readonly add: (session: Session) => void;
  /** Forgets a closed session and aborts its running calls. */
  readonly remove: (id: string) => void;
  readonly find: (id: string, principal: string) => Session | undefined;
  /** Renews a session. With a response, keeps it alive until that response closes. */
  readonly hear: (session: Session, response?: ServerResponse) => void;
  /** Returns whether one more fits, if necessary by evicting a silent session. */
  readonly hasRoom: () => boolean;
}

export function openSessionBook(clock: Clock, maxSessions: number): SessionBook {
  const sessions = new Map<string, Session>();
  const stopped = new AbortController();

  const renew = (session: Session): void => {
    session.heardAt = clock.monotonic();
  };
  const isOver = ({ waiting, heardAt }: Session): boolean =>
    waiting === 0 && clock.monotonic() - heardAt >= silenceMs;
  const forget = ({ id, calls }: Session): void => {
    sessions.delete(id);
    for (const call of calls.values()) call.abort();
  };
  const end = async (session: Session): Promise<void> => {
    forget(session);
    // A session that fails to close is gone all the same.
    await session.close().catch(() => undefined);
  };
  const endAll = (all: Iterable<Session>): Promise<unknown> => Promise.all([...all].map(end));
  const silent = (): IteratorObject<Session> =>
    sessions.values().filter(({ waiting }) => waiting === 0);
  void sweep(() => endAll(sessions.values().filter(isOver)), clock, stopped.signal);

  return {
    add: (session) => {
      const surplus = sessions.size < maxSessions ? undefined : surplusOf(silent());
      if (surplus !== undefined) void end(surplus);
      sessions.set(session.id, session);
    },
    remove: (id) => {
      const session = sessions.get(id);
      if (session !== undefined) forget(session);
    },
    find: (id, principal) => {
      const session = sessions.get(id);
      return session?.principal !== principal || isOver(session) ? undefined : session;
    },
    hear: (session, response) => {
      renew(session);
      if (response !== undefined) waitFor(response, session, renew);
    },
    hasRoom: () => sessions.size < maxSessions || silent().some(() => true),
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await endAll(sessions.values());
    },
  };
}

/** Returns the longest-silent session of the principal that has the most. */
function surplusOf(sessions: Iterable<Session>): Session | undefined {
  // Sorted on demand: keeping the map in order would cost every call two map operations.
  const inOrder = [...sessions].toSorted((a, b) => a.heardAt - b.heardAt);
  const owned = Map.groupBy(inOrder, ({ principal }) => principal);
  const [most] = [...owned.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0];
}

function waitFor(response: ServerResponse, session: Session, renew: (session: Session) => void) {
  session.waiting += 1;
  response.once("close", () => {
    session.waiting -= 1;
    renew(session);
  });
}

async function sweep(
  work: () => Promise<unknown>,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    await clock.sleep(sweepEveryMs, stopped).catch(() => undefined);
    await work();
  }
}
