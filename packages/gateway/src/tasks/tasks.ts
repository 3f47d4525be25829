import { Polling } from "@toolcourt/contracts/internal/kernel/poll";
import type { JsonObject } from "@toolcourt/sdk";
import {
  type ClaimedTask,
  liveStatuses,
  type StoredTask,
  type TaskChange,
} from "../stores/task-store.ts";
import { giveUp, tellServer } from "./ask-server.ts";
import { type DeferDeps, Deferring } from "./defer-call.ts";
import { ownerIn, readKept } from "./kept-call.ts";
import { type Owned, OwnedTasks, type OwnedTasksDeps, type TaskRequest } from "./owned-tasks.ts";
import {
  advance,
  interrupted,
  type ServerTaskDeps,
  type Standing,
  unchanged,
} from "./server-task.ts";
import { answersTo, shownTask } from "./task-state.ts";
import {
  carryOn,
  diedRunning,
  isDue,
  unmade,
  type Waiting,
  type WaitingDeps,
} from "./waiting-task.ts";

/** Answers about tasks. Every refusal of an id is the same, in words and in work. */
export interface TasksApi {
  /** Returns the task as its owner gets it. */
  readonly get: (request: TaskRequest) => Promise<JsonObject>;
  /** Takes answers to the questions of a task. Answers to anything else are ignored. */
  readonly update: (request: TaskRequest, inputResponses: JsonObject) => Promise<void>;
  /** Asks for a task to end. It may end in any other way. */
  readonly cancel: (request: TaskRequest) => Promise<void>;
}

export interface TasksDeps
  extends Omit<DeferDeps, "line" | "giveUp">,
    ServerTaskDeps,
    OwnedTasksDeps,
    Omit<WaitingDeps, "carriesOn"> {
  /** Returns whether the record of a call has no outcome yet. */
  readonly isOpenCall: (callId: string) => Promise<boolean>;
  /** How long a call may take. After this time a lease is lost. */
  readonly maxCallMs: number;
}

/** How often expired tasks are looked for. */
const lookMs = 5_000;
const maxOverdue = 20;
/** Longer than a server may take for its answer, and the second gate for its check. */
const leaseMs = 30_000;
/** Calls that go on after their caller was answered. */
export class Tasks implements TasksApi, AsyncDisposable {
  readonly #deps: TasksDeps;
  readonly #waiting: WaitingDeps;
  readonly #owned: OwnedTasks;
  readonly #looking: Polling;
  readonly #running = new Set<Promise<unknown>>();
  readonly deferring: Deferring;

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    this.deferring = new Deferring({
      ...deps,
      giveUp: ({ principal, registered }, upstreamId) => {
        giveUp(deps, { task: { server: registered.contract.server, upstreamId }, principal });
      },
    });
    const carriesOn = this.deferring.carriesOn.bind(this.deferring);
    this.#waiting = { ...deps, carriesOn };
    this.#owned = new OwnedTasks(deps);
    const { clock } = deps;
    const look = (): Promise<void> => this.#endOverdue();
    this.#looking = new Polling({ clock, everyMs: lookMs, look }, new AbortController());
  }

  readonly get = async (request: TaskRequest): Promise<JsonObject> => {
    const owned = await this.#owned.find(request, "tasks/get");
    const task = await this.#refreshed(owned);
    const { taskId, principal, capabilities } = request;
    if (!liveStatuses.has(task.status)) {
      const { callId, status } = task;
      this.#deps.note("task.read", principal, { callId, status });
    }
    return shownTask(task, taskId, capabilities);
  };

  readonly update = async (request: TaskRequest, inputResponses: JsonObject): Promise<void> => {
    const owned = await this.#owned.find(request, "tasks/update");
    const { task, kept, principal } = owned;
    if (!liveStatuses.has(task.status)) return;
    const answers = answersTo(task, inputResponses);
    const keys = Object.keys(answers).length;
    this.#deps.note("task.updated", principal, { callId: task.callId, keys });
    if (keys === 0) return;
    if (kept.waits !== undefined) {
      await this.#deps.store.wake(task.id);
      await this.#refreshed(owned, answers);
      return;
    }
    const asked = { method: "tasks/update", params: { inputResponses: answers } } as const;
    await tellServer(this.#deps, { task, principal }, asked);
    await this.#deps.store.wake(task.id);
  };

  readonly cancel = async (request: TaskRequest): Promise<void> => {
    const { task, kept, principal } = await this.#owned.find(request, "tasks/cancel");
    if (!liveStatuses.has(task.status)) return;
    this.#deps.note("task.cancelled", principal, { callId: task.callId });
    if (kept.waits === undefined) {
      await tellServer(this.#deps, { task, principal }, { method: "tasks/cancel" });
      await this.#deps.store.wake(task.id);
      return;
    }
    await this.#deps.store.wake(task.id);
    // A call that runs now cannot be called back. Its task shows how it ended.
    const claimed = await this.#claim(task);
    if (claimed === undefined) return;
    const change = claimed.wasLost
      ? diedRunning(this.#waiting, { task, kept })
      : unmade(this.#waiting, task, "cancelled");
    await this.#deps.store.save(claimed, change);
  };

  /** Resolves when no call is being carried on. Await before the pipeline closes. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looking[Symbol.asyncDispose]();
  }

  /** Asks the server, unless another process does or the task rests. Then it is as last known. */
  async #refreshed(owned: Owned, inputResponses?: JsonObject): Promise<StoredTask> {
    const { task } = owned;
    const claimed = (await this.#mayMove(owned)) ? await this.#claim(task) : undefined;
    if (claimed === undefined) return task;
    const standing = { ...owned, task: claimed.task, kept: readKept(claimed.task) };
    // After an error the lease is lost: the outcome may be recorded, or the call may have run.
    const change = await this.#changeOf(claimed, standing, inputResponses);
    return change === undefined ? claimed.task : this.#saved(claimed, change);
  }

  /** A call whose approval is pending cannot have run. Its task stays as it is, without a lease. */
  async #mayMove({ task, kept: { waits }, principal }: Owned): Promise<boolean> {
    if (!liveStatuses.has(task.status)) return false;
    return waits?.approval === undefined || isDue(this.#waiting, { waits, principal });
  }

  #claim({ id, upstreamId }: StoredTask): Promise<ClaimedTask | undefined> {
    const { store, clock, maxCallMs } = this.#deps;
    const now = clock.now();
    // A call that is carried on may take as long as any other call.
    const until = now + (upstreamId === null ? Math.max(maxCallMs, leaseMs) : leaseMs);
    return store.claim(id, { now, until });
  }

  async #saved(claimed: ClaimedTask, change: TaskChange): Promise<StoredTask> {
    const isSaved = await this.#deps.store.save(claimed, change);
    const { restsUntil: _restsUntil, ...state } = change;
    // Another process has the lease, so the last known state is all that is certain.
    return isSaved ? { ...claimed.task, ...state } : claimed.task;
  }

  /** Undefined if the lease goes on, until the call has ended or the lease is lost. */
  async #changeOf(
    claimed: ClaimedTask,
    owned: Owned,
    inputResponses?: JsonObject,
  ): Promise<TaskChange | undefined> {
    const { waits } = owned.kept;
    if (waits !== undefined) {
      return this.#waitedFor(claimed, { ...owned, waits, inputResponses });
    }
    const isEnded = claimed.wasLost && !(await this.#deps.isOpenCall(owned.task.callId));
    return isEnded ? interrupted(owned) : advance(this.#deps, owned);
  }

  async #waitedFor(claimed: ClaimedTask, waiting: Waiting): Promise<TaskChange | undefined> {
    const deps = this.#waiting;
    const { task } = claimed;
    if (claimed.wasLost) return diedRunning(deps, waiting);
    // Nothing has run yet, so a store that does not answer is asked again.
    if (!(await isDue(deps, waiting).catch(() => false))) return unchanged(deps, task);
    // Not awaited: the call may take long, and a poll should not.
    const running = carryOn(deps, waiting)
      .then((change) => this.#saved(claimed, change))
      .catch(() => undefined)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return undefined;
  }

  /** Ends expired tasks: what is not recorded by then has an unknown outcome. */
  async #endOverdue(): Promise<void> {
    const { store, clock } = this.#deps;
    for (const task of await store.overdue(clock.now(), maxOverdue)) {
      await this.#endExpired(task).catch(() => undefined);
    }
  }

  async #endExpired(task: StoredTask): Promise<void> {
    const claimed = await this.#claim(task);
    if (claimed === undefined) return;
    const kept = readKept(task);
    const plan = await this.#owned.planOf(kept);
    const standing = { task, kept, plan, principal: ownerIn(task, kept) };
    const change =
      kept.waits === undefined
        ? await this.#overdueAtServer(standing)
        : unmade(this.#waiting, task, "expired");
    if (change !== undefined) await this.#saved(claimed, change);
  }

  /** A task may have been kept although the store did not say so: then its call has ended. */
  async #overdueAtServer(standing: Standing): Promise<TaskChange | undefined> {
    const isOpen = await this.#deps.isOpenCall(standing.task.callId);
    return isOpen ? advance(this.#deps, standing) : interrupted(standing);
  }
}
