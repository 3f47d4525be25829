import type { ServerResponse } from "node:http";
import type { Agent, JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../kernel/clock.ts";

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
  readonly add: (session: Session) => void;
  readonly remove: (id: string) => void;
  readonly find: (id: string, principal: string) => Session | undefined;
  /** Takes a sign of life. With a response it lasts until that is closed. */
  readonly hear: (session: Session, response?: ServerResponse) => void;
  /** Ends the one that is silent the longest if there are too many. Says whether there is room for one more. */
  readonly makeRoom: () => Promise<boolean>;
}

export function openSessionBook(clock: Clock, maxSessions: number): SessionBook {
  // The one that is silent the longest comes first.
  const sessions = new Map<string, Session>();
  const stopped = new AbortController();

  const renew = (session: Session): void => {
    if (!sessions.delete(session.id)) return;
    session.heardAt = clock.monotonic();
    sessions.set(session.id, session);
  };
  const isOver = ({ waiting, heardAt }: Session): boolean =>
    waiting === 0 && clock.monotonic() - heardAt >= silenceMs;
  const end = async (session: Session): Promise<void> => {
    sessions.delete(session.id);
    for (const call of session.calls.values()) call.abort();
    await session.close();
  };
  const sweep = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(sweepEveryMs, stopped.signal).catch(() => undefined);
      await Promise.all([...sessions.values()].filter(isOver).map(end));
    }
  };
  void sweep();

  return {
    add: (session) => sessions.set(session.id, session),
    remove: (id) => sessions.delete(id),
    find: (id, principal) => {
      const session = sessions.get(id);
      return session?.principal !== principal || isOver(session) ? undefined : session;
    },
    hear: (session, response) => {
      renew(session);
      if (response === undefined) return;
      session.waiting += 1;
      response.once("close", () => {
        session.waiting -= 1;
        renew(session);
      });
    },
    makeRoom: async () => {
      if (sessions.size < maxSessions) return true;
      const oldest = sessions.values().find(({ waiting }) => waiting === 0);
      if (oldest !== undefined) await end(oldest);
      return oldest !== undefined;
    },
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await Promise.all([...sessions.values()].map(end));
    },
  };
}
