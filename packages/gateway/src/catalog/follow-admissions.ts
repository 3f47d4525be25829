import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { AdmissionStore, StoredAdmission } from "../stores/admission-store.ts";
import type { DecisionOf } from "./admission/compare-with-lock.ts";

/** The decisions in the store, kept current. */
export interface FollowedAdmissions extends AsyncDisposable {
  readonly decisionOf: DecisionOf;
  /**
   * Calls with the servers whose decisions changed. A change that no subscriber heard is kept for
   * the next one. Returns the unsubscribe function.
   */
  readonly subscribe: (changed: (servers: ReadonlySet<string>) => void) => () => void;
  /** Reads the store now. */
  readonly refresh: () => Promise<void>;
}

interface FollowDeps extends Pick<Runtime, "clock"> {
  /** Poll interval. Default: 2000. */
  readonly everyMs?: number;
}

const timeoutMs = 10_000;

/**
 * Keeps the decisions in sync with the store. They stay unchanged while the store is unavailable:
 * calls cannot be recorded then, so none run.
 */
export async function followAdmissions(
  store: Pick<AdmissionStore, "newest" | "revision">,
  { clock, everyMs = 2_000 }: FollowDeps,
): Promise<FollowedAdmissions> {
  const subscribers = new Set<(servers: ReadonlySet<string>) => void>();
  /** What changed before the first subscriber came. */
  const missed = new Set<string>();
  let seen = 0;
  let known: ReadonlyMap<string, StoredAdmission> = new Map();

  const tell = (changed: ReadonlySet<string>): void => {
    if (subscribers.size === 0) for (const server of changed) missed.add(server);
    for (const subscriber of subscribers) subscriber(changed);
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    const limit = { clock, ms: timeoutMs, signal };
    if ((await withTimeout(limit, store.revision)) <= seen) return;
    const newest = await withTimeout(limit, store.newest);
    const last = newest.at(-1)?.number ?? 0;
    // Rows are only added, so a shorter answer is that of a look that was overtaken.
    if (signal.aborted || last <= seen) return;
    const changed = new Set(
      newest.filter(({ number }) => number > seen).map(({ server }) => server),
    );
    seen = last;
    known = byTool(newest);
    tell(changed);
  };
  const polling = await poll({ clock, everyMs, look });
  missed.clear();
  return {
    decisionOf: (server, tool) => known.get(keyOf(server, tool)),
    refresh: polling.now,
    subscribe: (changed) => {
      subscribers.add(changed);
      if (missed.size > 0) changed(new Set(missed));
      missed.clear();
      return () => void subscribers.delete(changed);
    },
    [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose](),
  };
}

/** Returns a lookup of decisions that were read once. */
export function decisionsIn(newest: readonly StoredAdmission[]): DecisionOf {
  const known = byTool(newest);
  return (server, tool) => known.get(keyOf(server, tool));
}

function byTool(newest: readonly StoredAdmission[]): ReadonlyMap<string, StoredAdmission> {
  return new Map(newest.map((each) => [keyOf(each.server, each.tool), each]));
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
