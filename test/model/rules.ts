import type { ApprovalState, Level, ModelApproval, ModelCall, Phase, QueryState } from "./state.ts";

/**
 * The guards and effects on which the promises rest. Each mutant changes one of them. The
 * definitions in `approvals.qnt` have the same names.
 */
export interface Rules {
  /** The place that counts the queries of a replica's calls. */
  readonly queryPlace: (replica: number) => number;
  /** Whether the arguments of the call are the approved ones. */
  readonly isSame: (call: ModelCall) => boolean;
  readonly isOverdue: (approval: ModelApproval, at: number) => boolean;
  /** Judged when the approval is read. */
  readonly isUsable: (state: ApprovalState) => boolean;
  /** Judged by the store, in the transaction that consumes. */
  readonly isStillUsable: (state: ApprovalState) => boolean;
  /** The state of an approval once it is consumed. */
  readonly used: (approval: ModelApproval) => ApprovalState;
  /** Whether the transaction that consumes also writes the note. */
  readonly notedWithUse: boolean;
  /** Whether an intent is recorded well enough to send. */
  readonly isRecorded: (intent: Level) => boolean;
  /** The phase after the connection is lost behind a sent call. */
  readonly afterLoss: Phase;
  readonly mayAck: (call: ModelCall) => boolean;
  /** The query of a call that has run. */
  readonly afterRun: (query: QueryState) => QueryState;
  /** What a kill leaves of an approval that one of its calls used. */
  readonly approvalAfterCrash: (approval: ModelApproval) => ModelApproval;
  /** What a kill leaves of a query that one of its calls served. */
  readonly queryAfterCrash: (query: QueryState) => QueryState;
  readonly rowAfterCrash: (level: Level) => Level;
  readonly rowAfterOutage: (level: Level) => Level;
}

/** The rules of the gateway. */
export const rules: Rules = {
  queryPlace: () => 0,
  isSame: ({ fits }) => fits,
  isOverdue: ({ expiresAt }, at) => at >= expiresAt,
  isUsable: (state) => state === "approved",
  isStillUsable: (state) => state === "approved",
  used: () => "consumed",
  notedWithUse: true,
  isRecorded: (intent) => intent === "disk",
  afterLoss: "unsure",
  mayAck: ({ outcome }) => outcome === "committed",
  afterRun: (query) => query,
  approvalAfterCrash: (approval) => approval,
  queryAfterCrash: (query) => query,
  rowAfterCrash: (level) => (level === "buffered" ? "none" : level),
  rowAfterOutage: (level) => (level === "disk" ? "disk" : "none"),
};
