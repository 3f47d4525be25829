import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { Config } from "../config/config.ts";
import type { UpstreamOf } from "../pipeline/execution/send.ts";
import type { OpenPipeline } from "../pipeline/open-pipeline.ts";
import { callIdIn } from "../stores/audit-row.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { forgetTasks } from "../tasks/forget-tasks.ts";
import { Tasks, type TasksDeps } from "../tasks/tasks.ts";
import type { Logger } from "../telemetry/events.ts";
import { maxCallMs } from "./max-call-ms.ts";
import type { OpenAuthority } from "./open-authority.ts";

export interface OpenTasksDeps extends Pick<Runtime, "clock" | "newId"> {
  /** Without stores no call goes on as a task. */
  readonly authority?: OpenAuthority | undefined;
  readonly upstreamOf: UpstreamOf;
  /** The pipeline, which is opened with the tasks. */
  readonly line: () => OpenPipeline;
  readonly stack: AsyncDisposableStack;
}

/**
 * Opens what keeps calls that go on as tasks. Undefined if the configuration allows none: those of
 * an earlier configuration still expire.
 */
export function openTasks(
  { toolbox, authority: { tasks: limits, approvals } }: Pick<Config, "toolbox" | "authority">,
  { authority, upstreamOf, line, stack, clock, newId }: OpenTasksDeps,
): Tasks | undefined {
  if (authority === undefined || limits === undefined) return undefined;
  const { tasks, notes, subjects } = authority;
  const engine = stack.use(createSchemaEngine({ clock }));
  const opened = stack.use(
    new Tasks({
      ...tasks,
      clock,
      newId,
      limits,
      upstreamOf,
      mayWait: approvals.waiting === "task",
      maxCallMs: maxCallMs(toolbox),
      line: () => line().forTasks,
      callTool: (call, signal) => line().callTool(call, signal),
      compile: async ({ output }) => {
        if (output === undefined) return undefined;
        const compilation = await engine.compile(output, "output");
        // It was compiled when the call began, so only a bug or a smaller limit refuses it now.
        if (compilation.kind === "compiled") return compilation.validate;
        throw new TypeError("The output schema of a task's contract cannot be compiled.");
      },
      note: (kind, principal, about) =>
        notes.write(kind, async () => ({
          ...about,
          principal: (await subjects.of(principal)).id,
        })),
    }),
  );
  return limits.maxLive === 0 ? undefined : opened;
}

export interface KeptTasksDeps extends Pick<Runtime, "clock"> {
  readonly stack: AsyncDisposableStack;
  readonly log: Logger["log"];
  /** Whether calls leave a record. */
  readonly isRecorded: boolean;
}

/** Returns what tasks need of the stores, and removes those that expired long ago. */
export function keptTasks(
  { tasks: store, approvals, audit }: Pick<DurableStores, "tasks" | "approvals" | "audit">,
  { stack, clock, log, isRecorded }: KeptTasksDeps,
): Pick<TasksDeps, "store" | "findApproval" | "isOpenCall"> {
  stack.use(forgetTasks({ store, clock, log }));
  return {
    store,
    findApproval: approvals.find,
    // Without a log nothing was recorded, so nothing can be recorded twice.
    isOpenCall: async (callId) => !isRecorded || (await openCalls(audit, clock)).has(callId),
  };
}

async function openCalls(
  { unfinished }: Pick<AuditStore, "unfinished">,
  clock: Runtime["clock"],
): Promise<ReadonlySet<string>> {
  const rows = await unfinished(clock.now() + 1);
  return new Set(rows.map(({ body }) => callIdIn(body)));
}
