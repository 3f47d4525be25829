export const taskStatuses = [
  "working",
  "input_required",
  "completed",
  "failed",
  "cancelled",
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The statuses of a task that has not ended. */
export const liveStatuses: ReadonlySet<TaskStatus> = new Set(["working", "input_required"]);

/** Whose task it is. Another owner's task looks like one that does not exist. */
export interface TaskOwner {
  /** Null for a principal without a tenant. */
  readonly tenant: string | null;
  readonly principal: string;
}

/** What a caller gets who asks, and when it was learned. */
export interface TaskState {
  readonly status: TaskStatus;
  /** The fields that the status brings, as JSON text. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** A call that goes on after its caller was answered. */
export interface StoredTask extends TaskOwner, TaskState {
  /** Our own. Callers know no other. */
  readonly id: string;
  /** The call in the audit log. */
  readonly callId: string;
  readonly server: string;
  /** The public name of the tool. */
  readonly tool: string;
  /** The digest of the contract that applies to the result. */
  readonly contract: string;
  /** The digest of the arguments. */
  readonly input: string;
  /** The server's own id. Null if the task is at no server. */
  readonly upstreamId: string | null;
  readonly createdAt: number;
  /** From here on the id looks unknown. */
  readonly expiresAt: number;
  /** What is needed to end the call, as JSON text. */
  readonly call: string;
}

/** The right to change a task. Each claim gets a higher number. */
export interface TaskLease {
  readonly id: string;
  readonly fence: number;
}

export interface ClaimedTask extends TaskLease {
  readonly task: StoredTask;
  /** The last claim ended without a save: its process may have ended the call. */
  readonly wasLost: boolean;
}

export interface TaskClaim {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The end of the lease. */
  readonly until: number;
}

export interface TaskChange extends TaskState {
  readonly upstreamId: string | null;
  readonly call: string;
  /** No claim succeeds before. */
  readonly restsUntil: number;
}

/**
 * Calls that go on after their caller was answered. One process at a time changes a task, and one
 * that lost its lease changes nothing.
 */
export interface TaskStore {
  /** Adds a task, on disk. `too-many` if its owner has `max` that live and have not expired. */
  readonly add: (task: StoredTask, max: number) => Promise<"added" | "too-many">;
  /** Finds a task of this owner. Another's is indistinguishable from an unknown one. */
  readonly find: (id: string, owner: TaskOwner) => Promise<StoredTask | undefined>;
  /** Takes the lease of a live task. Undefined while it rests, is leased, or has ended. */
  readonly claim: (id: string, claim: TaskClaim) => Promise<ClaimedTask | undefined>;
  /** Changes the task and ends the lease. False if the lease was lost: nothing is changed then. */
  readonly save: (lease: TaskLease, change: TaskChange) => Promise<boolean>;
  /** Ends the rest of a task, so that the next claim succeeds. A lease goes on. */
  readonly wake: (id: string) => Promise<void>;
  /** Returns live tasks that have expired and are not leased, the oldest first. */
  readonly overdue: (now: number, max: number) => Promise<readonly StoredTask[]>;
  /** Returns the ids of the calls of all live tasks. */
  readonly liveCalls: () => Promise<readonly string[]>;
  /** Removes ended tasks that expired before a moment, the oldest first. Returns the count. */
  readonly forget: (before: number, max: number) => Promise<number>;
}
