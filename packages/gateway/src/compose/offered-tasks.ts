import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Config } from "../config/config.ts";
import type { OfferedTasks } from "../edge/entrance.ts";
import type { TasksApi } from "../tasks/tasks.ts";
import type { Gateway } from "./open-gateway.ts";

/** A reload replaces the gateway, so each request asks the one in force. */
export function tasksOf(
  gateway: Pick<Gateway, "tasks">,
  { approvals }: Pick<Config["authority"], "approvals">,
): { readonly tasks?: OfferedTasks } {
  if (gateway.tasks === undefined) return {};
  const now = (): TasksApi => gateway.tasks ?? noTasks;
  const tasks: OfferedTasks = {
    waits: approvals.waiting === "task",
    get: (request) => now().get(request),
    update: (request, inputResponses) => now().update(request, inputResponses),
    cancel: (request) => now().cancel(request),
  };
  return { tasks };
}

const unknownTask = async (): Promise<never> => {
  throw new Refusal("task-unknown", {});
};

/** A reload turned tasks off. */
const noTasks: TasksApi = { get: unknownTask, update: unknownTask, cancel: unknownTask };
