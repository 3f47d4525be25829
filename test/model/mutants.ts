import type { InvariantName } from "./invariants.ts";
import { type Rules, rules } from "./rules.ts";
import type { Bound } from "./state.ts";

/** A model with one wrong rule. It must break a promise, or the promise is not checked. */
export interface Mutant {
  readonly name: string;
  readonly breaks: InvariantName;
  readonly change: Partial<Rules>;
  /** The same change of `approvals.qnt`: a definition of its own, and what replaces it. */
  readonly quint: readonly [definition: string, becomes: string];
}

export const mutants: readonly Mutant[] = [
  {
    name: "a call is sent before its intent is recorded",
    breaks: "p1",
    change: { isRecorded: () => true },
    quint: ["isRecorded(intent: str): bool", "true"],
  },
  {
    name: "an intent that is not on disk is enough for a write",
    breaks: "p1",
    change: { isRecorded: (intent) => intent === "committed" || intent === "disk" },
    quint: ["isRecorded(intent: str): bool", 'Set("committed", "disk").contains(intent)'],
  },
  {
    name: "consuming and its note are two transactions",
    breaks: "p1",
    change: { notedWithUse: false },
    quint: ["notedWithUse: bool", "false"],
  },
  {
    name: "an answer is sent before its outcome is committed",
    breaks: "p2",
    change: { mayAck: () => true },
    quint: ["mayAck(call: Call): bool", "true"],
  },
  {
    name: "a kill forgets committed rows",
    breaks: "p2",
    change: { rowAfterCrash: (level) => (level === "disk" ? "disk" : "none") },
    quint: ["rowAfterCrash(level: str): str", 'if (level == "disk") "disk" else "none"'],
  },
  {
    name: "a replica consumes by what it read before",
    breaks: "p4",
    change: { isStillUsable: () => true },
    quint: ["isStillUsable(state: str): bool", "true"],
  },
  {
    name: "a used approval stays approved",
    breaks: "p4",
    change: { used: ({ state }) => state },
    quint: ["used(approval: Approval): str", "approval.state"],
  },
  {
    name: "a kill forgets a consumption",
    breaks: "p4",
    change: {
      approvalAfterCrash: (each) =>
        each.state === "consumed" ? { ...each, state: "approved" } : each,
    },
    quint: [
      "approvalAfterCrash(approval: Approval): Approval",
      'if (approval.state == "consumed") { ...approval, state: "approved" } else approval',
    ],
  },
  {
    name: "the digest of the arguments is not compared",
    breaks: "p4",
    change: { isSame: () => true },
    quint: ["isSame(call: Call): bool", "true"],
  },
  {
    name: "expiry is ignored",
    breaks: "p4",
    change: { isOverdue: () => false },
    quint: ["isOverdue(approval: Approval, at: int): bool", "false"],
  },
  {
    name: "an approval revoked meanwhile can be used",
    breaks: "p4",
    change: { isStillUsable: (state) => state === "approved" || state === "revoked" },
    quint: ["isStillUsable(state: str): bool", 'Set("approved", "revoked").contains(state)'],
  },
  {
    name: "a write is sent again when its connection is lost",
    breaks: "p4",
    change: { afterLoss: "cleared" },
    quint: ["afterLoss: str", '"cleared"'],
  },
  {
    name: "every replica counts queries on its own",
    breaks: "p8",
    change: { queryPlace: (replica) => replica },
    quint: ["queryPlace(replica: int): int", "replica"],
  },
  {
    name: "a kill forgets the queries in use",
    breaks: "p8",
    change: { queryAfterCrash: () => "free" },
    quint: ["queryAfterCrash(state: str): str", '"free"'],
  },
  {
    name: "a query is free again once its call has run",
    breaks: "p8",
    change: { afterRun: () => "free" },
    quint: ["afterRun(state: str): str", '"free"'],
  },
];

/** Returns the rules of a mutant. */
export function rulesOf({ change }: Mutant): Rules {
  return { ...rules, ...change };
}

/** Returns a small bound within which the mutant is found. */
export function boundOf({ breaks }: Mutant): Bound {
  return breaks === "p8"
    ? { approvals: 2, calls: 2, queries: 1, crashes: 1, outages: 0 }
    : { approvals: 1, calls: 2, queries: 2, crashes: 1, outages: 1 };
}
