import type { HistoryStore } from "../../stores/history-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import {
  createKnownStates,
  type Known,
  type KnownStates,
  type KnownStatesDeps,
} from "./known-states.ts";
import { createTurns } from "./turns.ts";

export interface HistoriesDeps<State, Body> extends KnownStatesDeps<State, Body> {
  readonly store: HistoryStore;
}

/** What was decided, and the entry that it leaves. */
export interface Decided<Answer, Body> {
  /** Undefined if the decision leaves no entry. */
  readonly body: Body | undefined;
  readonly answer: Answer;
}

/**
 * Decides on a state. It may be asked again with a newer state, so it must not change anything.
 * `at` is the time of the entry.
 */
export type DecideOn<State, Answer, Body> = (state: State, at: number) => Decided<Answer, Body>;

/** One history, while no other work of this process uses it. */
export interface Turn<State, Body> {
  /** Returns the newest state. It may change with the next entry. */
  readonly current: () => Promise<State>;
  /** Decides on the newest state, and appends the entry directly behind what it knew. */
  readonly decide: <Answer>(decideOn: DecideOn<State, Answer, Body>) => Promise<Answer>;
  /** Appends an entry, whatever is before it. */
  readonly add: (body: Body) => Promise<void>;
}

/** The histories of one process. Every failure of the store is a `StoreError`. */
export interface Histories<State, Body> {
  /** Synchronous if the store can say at once that nothing is new. */
  readonly current: (history: string) => State | Promise<State>;
  readonly decide: <Answer>(
    history: string,
    decideOn: DecideOn<State, Answer, Body>,
  ) => Promise<Answer>;
  readonly add: (history: string, body: Body) => Promise<void>;
  /** Does several things in one turn. Within, use only the turn that it gives. */
  readonly inOrder: <Answer>(
    history: string,
    work: (turn: Turn<State, Body>) => Promise<Answer>,
  ) => Promise<Answer>;
}

/** With eight busy replicas, one of 5,000 decisions loses as often. */
const maxTries = 64;

/**
 * Keeps the newest states of histories, and writes behind them. An entry that was appended behind
 * the last known one proves that nothing was unknown, so most decisions need no reading.
 */
export function openHistories<State, Body>(
  deps: HistoriesDeps<State, Body>,
): Histories<State, Body> {
  const turns = createTurns();
  const states = createKnownStates(deps);
  const { current, decide, add } = createUnordered(deps, states);
  return {
    current: (history) => states.newest(history)?.state ?? turns(history, () => current(history)),
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

interface Unordered<State, Body> extends Omit<Histories<State, Body>, "inOrder"> {
  readonly current: (history: string) => Promise<State>;
}

function createUnordered<State, Body>(
  { store, clock, form }: HistoriesDeps<State, Body>,
  states: KnownStates<State, Body>,
): Unordered<State, Body> {
  const append = async (
    history: string,
    here: Known<State>,
    { written, at }: { readonly written: Body; readonly at: number },
  ): Promise<boolean> => {
    const entry = { position: here.position + 1, at, body: form.write(written) };
    const previousAt = here.position > 0 ? here.at : undefined;
    const isAppended = await store.append(history, entry, previousAt);
    if (isAppended) states.learn(history, here, { ...entry, written });
    return isAppended;
  };

  const decide: Histories<State, Body>["decide"] = async (history, decideOn) => {
    const known = states.get(history);
    let isRead = known === undefined || states.newest(history) !== undefined;
    let here = known ?? (await states.read(history));
    for (let tries = 0; tries < maxTries; tries += 1) {
      // Times never go back within a history, so the last entry is also the newest.
      const at = Math.max(clock.now(), here.at);
      const { body, answer } = decideOn(here.state, at);
      // Without an entry, only a reading proves that nothing was unknown.
      const isSettled =
        body === undefined ? isRead : await append(history, here, { written: body, at });
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
