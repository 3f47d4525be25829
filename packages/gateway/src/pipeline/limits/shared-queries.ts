import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { QueryMove, QueryStore } from "../../stores/query-store.ts";
import type { Away } from "./away.ts";
import {
  queryLastsMs as forMs,
  type Left,
  maxQueries,
  type Queries,
  type Query,
  type QueryCall,
  takesUp,
} from "./queries.ts";
import { Windows } from "./windows.ts";

export interface SharedQueriesOptions extends Pick<Runtime, "clock"> {
  readonly store: QueryStore;
  readonly away: Away;
  readonly max?: number;
}

interface SharedQuery extends Query {
  /** The states the store may have for the query, if no other process moved it since. */
  readonly reported: readonly string[];
}

/**
 * Gives each query one call across all processes that share a store. A process remembers its own
 * claims, so it refuses a second call without asking. It still knows them when the store is
 * unavailable or lost its data.
 */
export function createSharedQueries(options: SharedQueriesOptions): Queries {
  const { store, clock, away, max = maxQueries } = options;
  const queries = new Windows<SharedQuery>(max);

  const known = (key: string): SharedQuery | undefined => queries.get(key, clock.monotonic());
  const remember = (key: string, query: Omit<SharedQuery, "endsAt">): void => {
    const now = clock.monotonic();
    queries.set(key, { ...query, endsAt: now + forMs }, now);
  };
  /** Claims without the store, which may have received the request anyway. */
  const takeAlone = (key: string, call: QueryCall, sent: readonly string[]): boolean => {
    const query = known(key);
    if (!goesOn(call, query)) return false;
    remember(key, { reported: also(query?.reported ?? [], sent) });
    return true;
  };
  const takeFromStore = async (key: string, call: QueryCall, move: QueryMove): Promise<boolean> => {
    try {
      const isTaken = await store.move(key, move);
      if (isTaken) remember(key, { reported: [move.to] });
      return isTaken;
    } catch (error) {
      away.noticed(error);
      return takeAlone(key, call, [move.to]);
    }
  };

  return {
    take: (key, call) => {
      const query = known(key);
      // Only this process can release its claim. After a release, others may have claimed and
      // released it again.
      if (query !== undefined && query.left === undefined) return false;
      const move = takingUp(call, query);
      if (!away.isAway()) return takeFromStore(key, call, move);
      if (!goesOn(call, query)) return false;
      const sent: string[] = [];
      away.lookAgain(() => {
        sent.push(move.to);
        return store.move(key, move);
      });
      return takeAlone(key, call, sent);
    },
    leave: (key, call, left) => {
      const tool = call.registered.publicName;
      const to = stateOf(left, tool);
      const reported = known(key)?.reported ?? [];
      remember(key, { left, tool, reported: also(reported, [to]) });
      const move = { from: also(reported, [takenBy(call)]), fromNothing: true, to, forMs };
      if (!away.isAway()) return store.move(key, move).then(() => undefined, away.noticed);
      away.lookAgain(() => store.move(key, move));
      return undefined;
    },
  };
}

/**
 * Each unanswered store request adds one. Dropped states lead to a refusal, never to an extra call.
 */
const maxReported = 8;

function also(reported: readonly string[], states: readonly string[]): readonly string[] {
  return [...new Set([...reported, ...states])].slice(-maxReported);
}

// By call, not by process: of two local calls that claim one query, one must lose.
function takenBy({ callId }: QueryCall): string {
  return `taken ${callId}`;
}

function stateOf(left: Left, tool: string): string {
  return `${left} ${tool}`;
}

/** Returns whether a call may continue, as far as this process knows. */
function goesOn(call: QueryCall, query: SharedQuery | undefined): boolean {
  return query === undefined || takesUp(call, query);
}

/** Includes states this process released but could not report. */
function takingUp(call: QueryCall, query: SharedQuery | undefined): QueryMove {
  const fromNothing = goesOn(call, query);
  const reported = fromNothing ? (query?.reported ?? []) : [];
  return { from: [...leftFor(call), ...reported], fromNothing, to: takenBy(call), forMs };
}

function leftFor({ registered, resumption }: QueryCall): readonly string[] {
  const waits = stateOf("waits", registered.publicName);
  return resumption === undefined ? [waits] : [waits, stateOf("asked", registered.publicName)];
}
