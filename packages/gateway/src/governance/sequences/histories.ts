import type { HistoryStore } from "../../stores/history-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { createKnownStates, type Known, type KnownStatesDeps } from "./known-states.ts";
import { createTurns } from "./turns.ts";

export interface HistoriesDeps<State> extends KnownStatesDeps<State> {
  readonly store: HistoryStore;
}

/** What was decided, and the entry that it leaves. */
export interface Decided<Answer> {
  /** Undefined if the decision leaves no entry. */
  readonly body: string | undefined;
  readonly answer: Answer;
}

/**
 * Decides on a state. It may be asked again with a newer state, so it must not change anything.
 * `at` is the time of the entry.
 */
export type DecideOn<State, Answer> = (state: State, at: number) => Decided<Answer>;

/** One history, while no other work of this process uses it. */
export interface Turn<State> {
  /** Returns the newest state. It may change with the next entry. */
  readonly current: () => Promise<State>;
  /** Decides on the newest state, and appends the entry directly behind what it knew. */
  readonly decide: <Answer>(decideOn: DecideOn<State, Answer>) => Promise<Answer>;
  /** Appends an entry, whatever is before it. */
  readonly add: (body: string) => Promise<void>;
}

/** The histories of one process. Every failure of the store is a `StoreError`. */
export interface Histories<State> {
  readonly current: (history: string) => Promise<State>;
  readonly decide: <Answer>(history: string, decideOn: DecideOn<State, Answer>) => Promise<Answer>;
  readonly add: (history: string, body: string) => Promise<void>;
  /** Does several things in one turn. Within, use only the turn that it gives. */
  readonly inOrder: <Answer>(
    history: string,
    work: (turn: Turn<State>) => Promise<Answer>,
  ) => Promise<Answer>;
}

/** With eight busy replicas, one of 5,000 decisions loses as often. */
const maxTries = 64;

/**
 * Keeps the newest states of histories, and writes behind them. An entry that was appended behind
 * the last known one proves that nothing was unknown, so most decisions need no reading.
 */
export function openHistories<State>(deps: HistoriesDeps<State>): Histories<State> {
  const turns = createTurns();
  const { current, decide, add } = createUnordered(deps);
  return {
    current: (history) => turns(history, () => current(history)),
    decide: (history, decideOn) => turns(history, () => decide(history, decideOn)),
    // It is tried even if the store has just failed: what happened must not be left out.
    add: (history, body) => turns(history, () => add(history, body), "always"),
    inOrder: (history, work) =>
      turns(history, () =>
        work({
          current: () => current(history),
          decide: (decideOn) => decide(history, decideOn),
          add: (body) => add(history, body),
        }),
      ),
  };
}

function createUnordered<State>(deps: HistoriesDeps<State>): Omit<Histories<State>, "inOrder"> {
  const { store, clock } = deps;
  const states = createKnownStates(deps);

  const append = async (
    history: string,
    here: Known<State>,
    { body, at }: { readonly body: string; readonly at: number },
  ): Promise<boolean> => {
    const entry = { position: here.position + 1, at, body };
    const previousAt = here.position > 0 ? here.at : undefined;
    const isAppended = await store.append(history, entry, previousAt);
    if (isAppended) states.learn(history, here, entry);
    return isAppended;
  };

  const decide: Histories<State>["decide"] = async (history, decideOn) => {
    let here = states.get(history);
    let isRead = here === undefined;
    here ??= await states.read(history);
    for (let tries = 0; tries < maxTries; tries += 1) {
      // Times never go back within a history, so the last entry is also the newest.
      const at = Math.max(clock.now(), here.at);
      const { body, answer } = decideOn(here.state, at);
      // Without an entry, only a reading proves that nothing was unknown.
      const isSettled = body === undefined ? isRead : await append(history, here, { body, at });
      if (isSettled) return answer;
      here = await states.read(history);
      isRead = true;
    }
    throw new StoreError("contended");
  };

  return {
    current: async (history) => (await states.read(history)).state,
    decide,
    add: (history, body) => decide(history, () => ({ body, answer: undefined })),
  };
}
