import type { Erased } from "../forgotten.ts";
import { liveStatuses, type StoredTask, type TaskOwner, type TaskStore } from "../task-store.ts";

export interface KeptTask {
  task: StoredTask;
  fence: number;
  isLeased: boolean;
  /** No claim succeeds before. */
  busyUntil: number;
}

export function createMemoryTasks(kept: Map<string, KeptTask>): TaskStore {
  return {
    ...createKeeping(kept),
    ...createEnding(kept),
    claim: async (id, { now, until }) => {
      const found = kept.get(id);
      if (found === undefined || !isLive(found.task) || found.busyUntil > now) return undefined;
      const wasLost = found.isLeased;
      Object.assign(found, { fence: found.fence + 1, isLeased: true, busyUntil: until });
      return { id, fence: found.fence, wasLost, task: found.task };
    },
    save: async ({ id, fence }, { restsUntil, ...change }) => {
      const found = kept.get(id);
      if (found?.fence !== fence || !found.isLeased) return false;
      const task = { ...found.task, ...change };
      Object.assign(found, { task, isLeased: false, busyUntil: restsUntil });
      return true;
    },
    wake: async (id) => {
      const found = kept.get(id);
      if (found?.isLeased === false) found.busyUntil = 0;
    },
  };
}

function createKeeping(kept: Map<string, KeptTask>): Pick<TaskStore, "add" | "find"> {
  return {
    add: async (task, max) => {
      const theirs = [...kept.values()].filter(
        (each) =>
          isOf(each.task, task) && isLive(each.task) && each.task.expiresAt > task.createdAt,
      );
      if (theirs.length >= max) return "too-many";
      kept.set(task.id, { task, fence: 0, isLeased: false, busyUntil: 0 });
      return "added";
    },
    find: async (id, owner) => {
      const found = kept.get(id)?.task;
      return found !== undefined && isOf(found, owner) ? found : undefined;
    },
  };
}

function createEnding(
  kept: Map<string, KeptTask>,
): Pick<TaskStore, "overdue" | "liveCalls" | "forget"> {
  const live = (): readonly KeptTask[] => [...kept.values()].filter(({ task }) => isLive(task));
  return {
    overdue: async (now, max) =>
      live()
        .filter(({ isLeased, busyUntil }) => !isLeased || busyUntil <= now)
        .map(({ task }) => task)
        .filter(({ expiresAt }) => expiresAt <= now)
        .toSorted(byExpiry)
        .slice(0, max),
    liveCalls: async () => live().map(({ task }) => task.callId),
    forget: async (before, max) => {
      const old = [...kept.values()]
        .map(({ task }) => task)
        .filter((task) => !isLive(task) && task.expiresAt < before)
        .toSorted(byExpiry)
        .slice(0, max);
      for (const { id } of old) kept.delete(id);
      return old.length;
    },
  };
}

/** Returns the task, or undefined if it is the erased person's. */
export function forgottenTask(
  kept: KeptTask,
  { name, tenant }: Pick<Erased, "name" | "tenant">,
): KeptTask | undefined {
  const { task } = kept;
  return task.principal === name && (task.tenant ?? "") === tenant ? undefined : kept;
}

function byExpiry(a: StoredTask, b: StoredTask): number {
  return a.expiresAt - b.expiresAt;
}

function isOf(task: TaskOwner, { tenant, principal }: TaskOwner): boolean {
  return task.tenant === tenant && task.principal === principal;
}

function isLive({ status }: StoredTask): boolean {
  return liveStatuses.has(status);
}
