/** Where a run stands. `running` has no recorded end: it goes on, or its process is gone. */
export const runStates = ["running", "waits", "stopped", "done"] as const;
export type RunState = (typeof runStates)[number];

/** A run of a tool that goes on over several calls. It has no arguments and no results. */
export interface RunSummary {
  readonly id: string;
  /** The tool, by the name in its contract. */
  readonly tool: string;
  /** The name by which its caller resumes it. */
  readonly name: string;
  /** The person for whom it began. Null if unknown. */
  readonly userId: string | null;
  /** Null without tenants. */
  readonly tenant: string | null;
  readonly state: RunState;
  /** Why it stopped, as a code. Null unless it stopped. */
  readonly code: string | null;
  /** ISO 8601. */
  readonly beganAt: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** A step of a run, as a node of its graph. */
export interface RunStep {
  readonly name: string;
  readonly kind: "read" | "tool" | "pure";
  /** The tool that it calls. Null for a step that computes. */
  readonly tool: string | null;
  readonly state: "open" | "done" | "waits" | "refused" | "failed" | "unknown" | "broken";
  /** Its last call, by the id in the audit log. Null if it made none. */
  readonly callId: string | null;
  /** Null if it did not fail. */
  readonly code: string | null;
  /** The approval that it waits for. Null if it does not. */
  readonly approval: string | null;
  /** When that was recorded, ISO 8601. Null for an open step. */
  readonly at: string | null;
}

/** A transition. The begin has the name `__start__`, the end `__end__`. */
export interface RunEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "always" | "choice" | "failure";
}

export interface ShownRun extends RunSummary {
  readonly steps: readonly RunStep[];
  readonly edges: readonly RunEdge[];
  /** Whether the graph has changed since the run began, so that it cannot resume. */
  readonly isChanged: boolean;
}

/** The requested part of a list of runs. */
export interface RunsPage {
  readonly max: number;
  /** Default: all states. */
  readonly state?: RunState | undefined;
  /** Null for runs without one. Default: those of all tenants. */
  readonly tenant?: string | null | undefined;
  /** Lists runs that began before this one. Default: the newest. */
  readonly before?: Pick<RunSummary, "id" | "beganAt"> | undefined;
}

/** Shows the runs of a tool to people who look after a gateway. Changes nothing. */
export interface ToolRuns {
  /** Returns runs, the one that began last first. Rejects if the store is unreachable. */
  readonly list: (page: RunsPage) => Promise<readonly RunSummary[]>;
  /** Returns one run of this tool. Undefined if it is unknown. */
  readonly show: (id: string) => Promise<ShownRun | undefined>;
}
