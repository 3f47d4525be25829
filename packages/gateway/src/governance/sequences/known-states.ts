import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import { type HistoryEntry, type HistoryStore, historyForMs } from "../../stores/history-store.ts";
import { StoreError } from "../../stores/store-error.ts";

/** How entries are written down. */
export interface EntryForm<Body> {
  readonly write: (body: Body) => string;
  /** Throws if another process wrote what this one cannot read. */
  readonly read: (text: string) => Body;
}

export interface KnownStatesDeps<State, Body> extends Pick<Runtime, "clock"> {
  readonly store: Pick<HistoryStore, "read" | "last">;
  readonly form: EntryForm<Body>;
  /** Returns the state of a history without entries. */
  readonly empty: () => State;
  /**
   * Returns the state after an entry. It may change and return the one that it gets. If it throws,
   * the state is read again from the store.
   */
  readonly apply: (state: State, body: Body, at: number) => State;
  /** How many states stay in memory. The others are read again. Default: 1,000. */
  readonly maxKept?: number;
  /** How long the store keeps a history after its last entry. Default: 30 days. */
  readonly retainMs?: number;
}

/** What this process knows of a history. */
export interface Known<State> {
  /** That of the last entry, or 0. */
  position: number;
  /** The time of the last entry. */
  at: number;
  state: State;
}

export interface KnownStates<State, Body> {
  readonly get: (history: string) => Known<State> | undefined;
  /** Returns the state if it is surely the newest, without asking the store. */
  readonly newest: (history: string) => Known<State> | undefined;
  /** Reads what is new, and returns the newest state. */
  readonly read: (history: string) => Promise<Known<State>>;
  /** Applies the next entry. `written` is what this process wrote into it, so that it is not read. */
  readonly learn: (
    history: string,
    here: Known<State>,
    entry: HistoryEntry & { readonly written?: Body },
  ) => void;
}

const pageSize = 200;

/** Clocks of replicas differ by less. */
const skewMs = 60 * 60_000;

/** Keeps the states that were used last. The calls for one history must come one at a time. */
export function createKnownStates<State, Body>(
  deps: KnownStatesDeps<State, Body>,
): KnownStates<State, Body> {
  const { store, clock, empty, apply, form, retainMs = historyForMs } = deps;
  const known = new LRUCache<string, Known<State>>({ max: deps.maxKept ?? 1_000 });

  const begin = (history: string): Known<State> => {
    const here = { position: 0, at: 0, state: empty() };
    known.set(history, here);
    return here;
  };

  const learn: KnownStates<State, Body>["learn"] = (history, here, entry) => {
    const { position, at, body, written } = entry;
    try {
      if (position !== here.position + 1) throw new StoreError("corrupt");
      here.state = apply(here.state, written ?? form.read(body), at);
    } catch (error) {
      // It may be half changed.
      known.delete(history);
      throw error;
    }
    here.position = position;
    here.at = at;
  };

  /** Starts over if the store has forgotten the history. One that it lost would make us milder. */
  const beginAgain = (history: string, { at }: Known<State>): Known<State> => {
    if (at > clock.now() - retainMs + skewMs) throw new StoreError("older");
    return begin(history);
  };

  const newest: KnownStates<State, Body>["newest"] = (history) => {
    const here = known.get(history);
    if (here === undefined || store.last === undefined) return undefined;
    const { position = 0, at = here.at } = store.last(history) ?? {};
    return position === here.position && at === here.at ? here : undefined;
  };

  const readOn: KnownStates<State, Body>["read"] = async (history) => {
    let here = known.get(history) ?? begin(history);
    for (;;) {
      const page = await store.read(history, readAfter(here), pageSize);
      const isSame = isContinued(here, page);
      if (!isSame) here = beginAgain(history, here);
      for (const entry of isSame ? page.slice(Math.min(here.position, 1)) : []) {
        learn(history, here, entry);
      }
      if (isSame && page.length < pageSize) return here;
    }
  };
  const read: KnownStates<State, Body>["read"] = async (history) =>
    newest(history) ?? readOn(history);
  return { get: (history) => known.get(history), newest, read, learn };
}

/** Begins with the last known entry: if another one is in its place, so are those before it. */
function readAfter({ position }: Known<unknown>): number {
  return Math.max(0, position - 1);
}

function isContinued(here: Known<unknown>, [first]: readonly HistoryEntry[]): boolean {
  return here.position === 0 || (first?.position === here.position && first.at === here.at);
}
