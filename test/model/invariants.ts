import type { ModelCall, State } from "./state.ts";

function sendsOf({ calls }: State, isMeant: (call: ModelCall) => boolean): number {
  return calls.filter(isMeant).reduce((sum, { sends }) => sum + sends, 0);
}

/** The promises, by the names that they have in `approvals.qnt`. */
export const invariants = {
  /** No effect without its record on disk, and no consumption without its note. */
  p1: ({ calls, approvals }: State): boolean =>
    calls.every(({ sends, intent }) => sends === 0 || intent === "disk") &&
    approvals.every(({ consumedAt, noted }) => consumedAt < 0 || noted),
  /** No acknowledged record is lost when a replica is killed. */
  p2: ({ calls }: State): boolean =>
    calls.every(
      ({ phase, intent, outcome }) =>
        phase !== "acked" ||
        ((intent === "committed" || intent === "disk") && outcome === "committed"),
    ),
  /** An approval executes at most once, in time, never once revoked, and only what was approved. */
  p4: (state: State): boolean =>
    state.calls.every(({ sends, fits }) => sends === 0 || fits) &&
    state.approvals.every(({ consumedAt, expiresAt, revoked }, index) => {
      const sends = sendsOf(state, ({ approval }) => approval === index + 1);
      const isInTime = consumedAt < 0 || consumedAt < expiresAt;
      return sends <= (revoked ? 0 : 1) && isInTime && (sends === 0 || consumedAt >= 0);
    }),
  /** At most one call reaches a server for a query. */
  p8: (state: State): boolean =>
    (state.queries[0] ?? []).every(
      (_, index) => sendsOf(state, ({ query }) => query === index + 1) <= 1,
    ),
} as const;

export type InvariantName = keyof typeof invariants;

/** Returns the names of the promises that a state breaks. */
export function brokenIn(state: State): readonly InvariantName[] {
  return names.filter((name) => !invariants[name](state));
}

export const names: readonly InvariantName[] = ["p1", "p2", "p4", "p8"];
