import type { CallCatalog, OfTool } from "./entry.ts";

/** The details of each refusal about tasks. */
export interface TaskErrorDetails {
  /** Without details: callers cannot distinguish a foreign, an unknown and an expired id. */
  "task-unknown": object;
  "task-limit": OfTool & {
    readonly max: number;
    /** Whether the tool writes and may have done so before its task was cancelled. */
    readonly mayHaveActed: boolean;
  };
}

/** Every refusal about tasks. */
export const taskCatalog: CallCatalog<TaskErrorDetails> = {
  "task-unknown": {
    class: "validation",
    channel: "client",
    message: () => "There is no task with this id.",
    meaning:
      "No task has the id, it has expired, or it belongs to another principal. All three look the same.",
    remedy: "Call the tool again, or ask with the identity that called it.",
  },
  "task-limit": {
    class: "business",
    retryable: true,
    message: ({ tool, max }) =>
      `${tool} began a task, but ${max} tasks of this caller already run.`,
    meaning:
      "The caller has as many running tasks as `tasks.max_live` allows. The server was told to cancel the new one.",
    remedy: "Wait until a task ends, or cancel one. Then call again.",
    evidence: ["max"],
  },
};
