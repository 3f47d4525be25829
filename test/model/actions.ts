import type { Rules } from "./rules.ts";
import {
  type ApprovalState,
  approvalIn,
  type Bound,
  callIn,
  isAlive,
  type ModelApproval,
  type ModelCall,
  noApproval,
  noCall,
  queryIn,
  type State,
  withApproval,
  withCall,
  withQuery,
} from "./state.ts";

/** What an action is about. An action ignores the picks that it does not need. */
export interface Picks {
  /** The call. */
  readonly c: number;
  /** The replica. */
  readonly r: number;
  /** The approval. */
  readonly a: number;
  /** Whether the arguments fit the approval. */
  readonly f: boolean;
  /** The query. */
  readonly q: number;
}

export interface World {
  readonly rules: Rules;
  readonly bound: Bound;
}

/** Returns the next state, or undefined if the action is not enabled. */
type Apply = (state: State, picks: Picks, world: World) => State | undefined;

export interface Action {
  /** The picks that it needs. */
  readonly about: readonly (keyof Picks)[];
  readonly apply: Apply;
}

const open: readonly ApprovalState[] = ["pending", "approved"];

/** Every reader first marks what is overdue, for good. */
function swept(state: State, { rules }: World): State {
  const isLate = (each: ModelApproval): boolean =>
    open.includes(each.state) && rules.isOverdue(each, state.now);
  if (!state.approvals.some(isLate)) return state;
  const approvals = state.approvals.map(
    (each): ModelApproval => (isLate(each) ? { ...each, state: "expired" } : each),
  );
  return { ...state, approvals };
}

function refused(call: ModelCall): ModelCall {
  return { ...call, phase: "closing", outcome: "buffered" };
}

const request: Apply = (state, { a }, world) => {
  const now = swept(state, world);
  if (approvalIn(now, a).state !== "none") return undefined;
  return withApproval(now, a, { ...noApproval, state: "pending", expiresAt: state.now + 1 });
};

const approve: Apply = (state, { a }, world) => {
  const now = swept(state, world);
  const approval = approvalIn(now, a);
  if (approval.state !== "pending") return undefined;
  return withApproval(now, a, { ...approval, state: "approved" });
};

const revoke: Apply = (state, { a }, world) => {
  const now = swept(state, world);
  const approval = approvalIn(now, a);
  if (!open.includes(approval.state)) return undefined;
  return withApproval(now, a, { ...approval, state: "revoked", revoked: true });
};

const receive: Apply = (state, { c, r, a, f, q }) => {
  // Calls are alike, so they arrive in order.
  if (state.calls.findIndex(({ phase }) => phase === "new") !== c - 1) return undefined;
  return withCall(state, c, {
    ...noCall,
    phase: "received",
    replica: r,
    approval: a,
    fits: f,
    query: q,
    intent: "buffered",
  });
};

const take: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "received") return undefined;
  const place = rules.queryPlace(call.replica);
  const isFree = queryIn(state, place, call.query) !== "taken";
  const next = withCall(state, c, isFree ? { ...call, phase: "taken" } : refused(call));
  return withQuery(next, [place, call.query], "taken");
};

/** Reads the approval and checks all it rests on. Others may change it before the next step. */
const look: Apply = (state, { c }, world) => {
  const { rules } = world;
  const call = callIn(state, c);
  if (call.phase !== "taken") return undefined;
  const now = swept(state, world);
  const seen = approvalIn(now, call.approval).state;
  if (rules.isSame(call) && rules.isUsable(seen)) {
    return withCall(now, c, { ...call, phase: "looked", lookedAt: state.now });
  }
  const next = withCall(now, c, refused(call));
  // A call that waits for a decision has not run, so its query is released.
  return rules.isSame(call) && seen === "pending"
    ? withQuery(next, [rules.queryPlace(call.replica), call.query], "waits")
    : next;
};

/** One transaction of the store: the condition, the change and its note. */
const consume: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "looked") return undefined;
  const old = approvalIn(state, call.approval);
  const isOurs = rules.isStillUsable(old.state) && !rules.isOverdue(old, call.lookedAt);
  if (!isOurs) return withCall(state, c, refused(call));
  return withApproval(withCall(state, c, { ...call, phase: "cleared" }), call.approval, {
    ...old,
    state: rules.used(old),
    consumedAt: call.lookedAt,
    noted: rules.notedWithUse,
  });
};

const send: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "cleared" || !rules.isRecorded(call.intent)) return undefined;
  return withCall(state, c, { ...call, phase: "sent", sends: call.sends + 1 });
};

const reply: Apply = (state, { c }) => {
  const call = callIn(state, c);
  return call.phase === "sent" ? withCall(state, c, { ...call, phase: "answered" }) : undefined;
};

/** The connection is lost after sending. */
const lose: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "sent") return undefined;
  return withCall(state, c, { ...call, phase: rules.afterLoss });
};

const settle: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "answered" && call.phase !== "unsure") return undefined;
  const old = approvalIn(state, call.approval);
  const ending = call.phase === "answered" ? "done" : "unknown";
  const closed = old.state === "consumed" ? ({ ...old, state: ending } as const) : old;
  const place = rules.queryPlace(call.replica);
  const query = rules.afterRun(queryIn(state, place, call.query));
  const next = withQuery(withCall(state, c, refused(call)), [place, call.query], query);
  return withApproval(next, call.approval, closed);
};

const ack: Apply = (state, { c }, { rules }) => {
  const call = callIn(state, c);
  if (call.phase !== "closing" || !rules.mayAck(call)) return undefined;
  return withCall(state, c, { ...call, phase: "acked" });
};

const commitIntent: Apply = (state, { c }) => {
  const call = callIn(state, c);
  if (!isAlive(call) || call.intent !== "buffered") return undefined;
  return withCall(state, c, { ...call, intent: "committed" });
};

const flushIntent: Apply = (state, { c }) => {
  const call = callIn(state, c);
  if (call.phase !== "cleared" || call.intent !== "committed") return undefined;
  return withCall(state, c, { ...call, intent: "disk" });
};

const commitOutcome: Apply = (state, { c }) => {
  const call = callIn(state, c);
  const isAfterIntent = call.intent === "committed" || call.intent === "disk";
  if (!isAlive(call) || call.outcome !== "buffered" || !isAfterIntent) return undefined;
  return withCall(state, c, { ...call, outcome: "committed" });
};

const tick: Apply = (state) => (state.now === 0 ? { ...state, now: 1 } : undefined);

/** A replica is killed and starts again. Its memory is gone, the store stays. */
const crash: Apply = (state, { r }, { rules, bound }) => {
  const dead = state.calls.filter((call) => call.replica === r && isAlive(call));
  if (state.crashes >= bound.crashes || dead.length === 0) return undefined;
  const place = rules.queryPlace(r);
  return {
    ...state,
    crashes: state.crashes + 1,
    calls: state.calls.map((call) => {
      if (call.replica !== r) return call;
      const intent = rules.rowAfterCrash(call.intent);
      const outcome = rules.rowAfterCrash(call.outcome);
      return { ...call, phase: isAlive(call) ? "dead" : call.phase, intent, outcome };
    }),
    approvals: state.approvals.map((each, index) =>
      dead.some(({ approval }) => approval === index + 1) ? rules.approvalAfterCrash(each) : each,
    ),
    queries: state.queries.map((there, at) =>
      there.map((each, index) =>
        at === place && dead.some(({ query }) => query === index + 1)
          ? rules.queryAfterCrash(each)
          : each,
      ),
    ),
  };
};

/**
 * The power fails: both replicas die, and the store forgets what is not on disk. P2 promises
 * nothing about answers before it, so those calls are in the past.
 */
const outage: Apply = (state, _, { rules, bound }) => {
  if (state.outages >= bound.outages || !state.calls.some(isAlive)) return undefined;
  const calls = state.calls.map((call): ModelCall => {
    const intent = rules.rowAfterOutage(call.intent);
    const left = { ...call, intent, outcome: rules.rowAfterOutage(call.outcome) };
    if (isAlive(call)) return { ...left, phase: "dead" };
    return call.phase === "acked" ? { ...left, phase: "past" } : left;
  });
  return { ...state, outages: state.outages + 1, calls };
};

/** All transitions of the model, by the names that they have in `approvals.qnt`. */
export const actions = {
  request: { about: ["a"], apply: request },
  approve: { about: ["a"], apply: approve },
  revoke: { about: ["a"], apply: revoke },
  receive: { about: ["c", "r", "a", "f", "q"], apply: receive },
  take: { about: ["c"], apply: take },
  look: { about: ["c"], apply: look },
  consume: { about: ["c"], apply: consume },
  send: { about: ["c"], apply: send },
  reply: { about: ["c"], apply: reply },
  lose: { about: ["c"], apply: lose },
  settle: { about: ["c"], apply: settle },
  ack: { about: ["c"], apply: ack },
  commitIntent: { about: ["c"], apply: commitIntent },
  flushIntent: { about: ["c"], apply: flushIntent },
  commitOutcome: { about: ["c"], apply: commitOutcome },
  tick: { about: [], apply: tick },
  crash: { about: ["r"], apply: crash },
  outage: { about: [], apply: outage },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

/** One step of a trace. */
export interface Step {
  readonly name: ActionName;
  readonly picks: Picks;
}

/** Returns the state after a step, or undefined if the step is not enabled. */
export function after(state: State, { name, picks }: Step, world: World): State | undefined {
  return actions[name].apply(state, picks, world);
}
