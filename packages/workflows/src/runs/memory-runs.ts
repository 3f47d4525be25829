import { MemorySaver } from "@langchain/langgraph-checkpoint";
import type { RunStore } from "./run-store.ts";

/** Keeps runs for as long as the process lives. What waits for an approval is lost with it. */
export function memoryRuns(): RunStore {
  const saver = new MemorySaver();
  return { saver: () => Promise.resolve(saver) };
}
