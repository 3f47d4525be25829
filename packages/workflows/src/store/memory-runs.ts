import { MemorySaver } from "@langchain/langgraph-checkpoint";
import {
  createRetention,
  type OldMarks,
  type RetentionOptions,
  type RunStore,
  type Sweeps,
} from "./run-store.ts";

/**
 * Keeps runs in memory. A process exit loses them, including those that wait for an approval.
 *
 * @example
 * ```ts
 * const runs = memoryRuns({ keepForDays: 1 });
 * await runs.sweep(new Date()); // 0
 * ```
 */
export function memoryRuns(options: RetentionOptions = {}): RunStore & Sweeps {
  const saver = new MemorySaver();
  const { sweep, ...retention } = createRetention(options, async (since) => {
    const last = await lastChanges(saver);
    const idle = [...last].filter(([, changedAt]) => Date.parse(changedAt) < since.getTime());
    for (const [thread] of idle) await saver.deleteThread(thread);
    return idle.length;
  });
  return {
    saver: () => Promise.resolve(saver),
    forget: async (marks) => forgetIn(saver, marks),
    retention,
    sweep,
  };
}

/** Deletes single marks. The saver itself can delete only whole runs. */
export function forgetIn(saver: MemorySaver, { thread, namespace, ids }: OldMarks): void {
  for (const id of ids) {
    Reflect.deleteProperty(saver.storage[thread]?.[namespace] ?? {}, id);
    Reflect.deleteProperty(saver.writes, JSON.stringify([thread, namespace, id]));
  }
}

async function lastChanges(saver: MemorySaver): Promise<ReadonlyMap<string, string>> {
  const last = new Map<string, string>();
  for await (const { config, checkpoint } of saver.list({ configurable: {} })) {
    const thread = String(config.configurable?.["thread_id"]);
    const before = last.get(thread) ?? "";
    if (checkpoint.ts > before) last.set(thread, checkpoint.ts);
  }
  return last;
}
