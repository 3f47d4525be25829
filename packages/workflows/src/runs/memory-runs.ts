import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { createRetention, type RetentionOptions } from "./retention.ts";
import type { RunStore, Sweeps } from "./run-store.ts";

/** Keeps runs for as long as the process lives, at most. What waits for an approval is lost with it. */
export function memoryRuns(options: RetentionOptions = {}): RunStore & Sweeps {
  const saver = new MemorySaver();
  const { sweep, ...retention } = createRetention(options, async (since) => {
    const last = await lastChanges(saver);
    const idle = [...last].filter(([, changedAt]) => Date.parse(changedAt) < since.getTime());
    for (const [thread] of idle) await saver.deleteThread(thread);
    return idle.length;
  });
  return { saver: () => Promise.resolve(saver), retention, sweep };
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
