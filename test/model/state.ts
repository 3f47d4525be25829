// The state of the model. `approvals.qnt` has the same one, under the same names.

export type ApprovalState =
  | "none"
  | "pending"
  | "approved"
  | "consumed"
  | "done"
  | "unknown"
  | "revoked"
  | "expired";

export interface ModelApproval {
  readonly state: ApprovalState;
  /** The first moment at which it is overdue. */
  readonly expiresAt: number;
  /** The moment that the store compared when it was consumed, or -1. */
  readonly consumedAt: number;
  /** Whether the log has the note of its consumption. */
  readonly noted: boolean;
  /** Whether it was ever revoked. */
  readonly revoked: boolean;
}

/** How far a call has got. `closing` waits for the outcome's commit, `past` was before an outage. */
export type Phase =
  | "new"
  | "received"
  | "taken"
  | "looked"
  | "cleared"
  | "sent"
  | "answered"
  | "unsure"
  | "closing"
  | "acked"
  | "dead"
  | "past";

/** How far an entry has got. `committed` survives a kill, `disk` also a power loss. */
export type Level = "none" | "buffered" | "committed" | "disk";

export interface ModelCall {
  readonly phase: Phase;
  /** 1 or 2. */
  readonly replica: number;
  /** The number of the approval that it uses. */
  readonly approval: number;
  /** Whether its arguments are the approved ones. */
  readonly fits: boolean;
  readonly query: number;
  readonly lookedAt: number;
  readonly intent: Level;
  readonly outcome: Level;
  /** How many times it reached the server. */
  readonly sends: number;
}

export type QueryState = "free" | "taken" | "waits";

/** Approvals, calls and queries are numbered from 1. Place 0 of the queries is the shared store. */
export interface State {
  readonly now: number;
  readonly crashes: number;
  readonly outages: number;
  readonly approvals: readonly ModelApproval[];
  readonly calls: readonly ModelCall[];
  readonly queries: readonly (readonly QueryState[])[];
}

/** How much of everything there is. An exploration is exhaustive within these numbers. */
export interface Bound {
  readonly approvals: number;
  readonly calls: number;
  readonly queries: number;
  readonly crashes: number;
  readonly outages: number;
}

export const noApproval: ModelApproval = {
  state: "none",
  expiresAt: 0,
  consumedAt: -1,
  noted: false,
  revoked: false,
};

export const noCall: ModelCall = {
  phase: "new",
  replica: 0,
  approval: 0,
  fits: true,
  query: 0,
  lookedAt: 0,
  intent: "none",
  outcome: "none",
  sends: 0,
};

const places = 3;

export function initial({ approvals, calls, queries }: Bound): State {
  return {
    now: 0,
    crashes: 0,
    outages: 0,
    approvals: times(approvals, noApproval),
    calls: times(calls, noCall),
    queries: times(places, times<QueryState>(queries, "free")),
  };
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

/** Returns the approval of this number. */
export function approvalIn({ approvals }: Pick<State, "approvals">, number: number): ModelApproval {
  return approvals[number - 1] ?? noApproval;
}

export function callIn({ calls }: Pick<State, "calls">, number: number): ModelCall {
  return calls[number - 1] ?? noCall;
}

export function withApproval(state: State, number: number, approval: ModelApproval): State {
  return { ...state, approvals: state.approvals.with(number - 1, approval) };
}

export function withCall(state: State, number: number, call: ModelCall): State {
  return { ...state, calls: state.calls.with(number - 1, call) };
}

export function queryIn({ queries }: State, place: number, number: number): QueryState {
  return queries[place]?.[number - 1] ?? "free";
}

export function withQuery(
  state: State,
  [place, number]: readonly [place: number, number: number],
  query: QueryState,
): State {
  const there = state.queries[place] ?? [];
  return { ...state, queries: state.queries.with(place, there.with(number - 1, query)) };
}

const ended: readonly Phase[] = ["new", "acked", "dead", "past"];

/** Returns whether a replica still works on the call. */
export function isAlive({ phase }: ModelCall): boolean {
  return !ended.includes(phase);
}
