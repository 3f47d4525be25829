import type { ServerResponse } from "node:http";
import type { Agent, JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../foundation/kernel/clock.ts";

/** After this much silence a session is over. */
const silenceMs = 30 * 60_000;
const sweepEveryMs = 60_000;

export interface Session {
  readonly id: string;
  /** Who opened it. Nobody else has it. */
  readonly principal: string;
  /** How the client called itself. */
  readonly greeted: Partial<Agent> | undefined;
  /** Calls that were not handed to the session's server, by their ids. */
  readonly calls: Map<JsonValue, AbortController>;
  /** Whether the client wants nothing but answers: it can be asked nothing and is told no log lines. */
  isPlain: boolean;
  /** Requests that wait for their answer. */
  waiting: number;
  heardAt: number;
  readonly close: () => Promise<void>;
}

/** The sessions there are. One with a request that waits for its answer is not silent. */
export interface SessionBook extends AsyncDisposable {
  /**
   * Where there would be too many, ends the one that is silent the longest of whoever has the most: nobody
   * ends the sessions of others by opening many.
   */
  readonly add: (session: Session) => void;
  /** Forgets a session that is closed, and aborts what it left running. */
  readonly remove: (id: string) => void;
  readonly find: (id: string, principal: string) => Session | undefined;
  /** Takes a sign of life. With a response it lasts until that is closed. */
  readonly hear: (session: Session, response?: ServerResponse) => void;
  /** Whether there is room for one more, if only because another is silent. */
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
    // One that cannot be closed is gone all the same.
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

/** The one that is silent the longest of the principal that has the most of them. */
function surplusOf(sessions: Iterable<Session>): Session | undefined {
  // Put in order when it matters: to keep them so would cost every call two places in the map.
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
