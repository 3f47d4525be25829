import { z } from "zod";
import type { TaskLimits } from "../tasks/defer-call.ts";
import { duration } from "./duration.ts";
import { keysAndValues, wholeBetween } from "./pieces.ts";

/** Limits of calls that go on after their caller was answered. */
export const tasksSchema = z.strictObject(
  {
    max_live: wholeBetween("a whole number", 0, 10_000).default(20),
    max_ttl: duration.prefault("PT24H"),
    poll_interval: duration.prefault("PT1S"),
  },
  keysAndValues,
);

export function toTasks(file: z.output<typeof tasksSchema>): TaskLimits {
  return { maxLive: file.max_live, maxTtlMs: file.max_ttl, pollMs: file.poll_interval };
}
