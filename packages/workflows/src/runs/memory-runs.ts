import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { createRetention, type RetentionOptions } from "./retention.ts";
import type { OldMarks, RunStore, Sweeps } from "./run-store.ts";

/** Keeps runs for as long as the process lives, at most. What waits for an approval is lost with it. */
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

/** The saver itself deletes whole runs only. */
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
