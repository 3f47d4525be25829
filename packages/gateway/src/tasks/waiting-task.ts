import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import { type IncomingCall, isQuestion, type Principal, type Question } from "../pipeline/call.ts";
import type { CallTool } from "../pipeline/pipeline.ts";
import type { StoredApproval, Within } from "../stores/approval-store.ts";
import type { StoredTask, TaskChange } from "../stores/task-store.ts";
import type { CallerChannel, Resumption } from "../upstreams/upstream.ts";
import { againOf, type KeptCall, ownerOf, type Waits, writeKept } from "./kept-call.ts";
import { unchanged } from "./server-task.ts";
import { contentOf, endedState, termsOf, written } from "./task-state.ts";

export interface WaitingDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly callTool: CallTool;
  /** Marks the channel of a call that a task carries on. */
  readonly carriesOn: (channel: CallerChannel, until: number) => CallerChannel;
  readonly findApproval: (id: string, within: Within) => Promise<StoredApproval | undefined>;
}

/** A call that waits for an approval, and who asks about it. */
export interface Waiting {
  readonly task: StoredTask;
  readonly kept: KeptCall;
  readonly waits: Waits;
  readonly principal: Principal;
  /** As the request about the task declares them. */
  readonly capabilities: JsonObject;
  /** Default: the caller answers nothing. */
  readonly inputResponses?: JsonObject | undefined;
}

/** Returns whether the call can be made now. Its outcome may still be a refusal. */
export async function isDue(
  { findApproval, clock }: Pick<WaitingDeps, "findApproval" | "clock">,
  { waits, principal, inputResponses }: Pick<Waiting, "waits" | "principal" | "inputResponses">,
): Promise<boolean> {
  if (waits.approval === undefined) return inputResponses !== undefined;
  const { principal: requester, tenant } = ownerOf(principal);
  const found = await findApproval(waits.approval, { requester, tenant });
  return found?.state !== "pending" || found.expiresAt <= clock.now();
}

/**
 * Makes the call again, with the approval that it waited for. The approval is consumed by one call,
 * and binds its bytes: a second one, here or elsewhere, is refused.
 */
export async function carryOn(deps: WaitingDeps, waiting: Waiting): Promise<TaskChange> {
  const { task } = waiting;
  try {
    const output = await deps.callTool(callAgain(deps, waiting), new Canceller());
    if (!isQuestion(output)) return over(deps, task, { kind: "answered", output });
    return asking(deps, waiting, output);
  } catch (error) {
    const approval = hasCode(error, "approval-required") ? error.details.id : undefined;
    if (approval !== undefined) return on(deps, waiting, { approval });
    return over(deps, task, { kind: "refused", error });
  }
}

/** The call goes on as another task, or asks first. */
function asking(deps: WaitingDeps, waiting: Waiting, { task: next, asks }: Question): TaskChange {
  const at = next?.["taskId"];
  // The other task shows the rest, and counts as the caller's.
  if (typeof at === "string") return { ...on(deps, waiting, { at }), status: "completed" };
  const { inputRequests = {}, requestState } = asks;
  const waits = requestState === undefined ? {} : { requestState };
  const content = written({ ...termsOf(waiting.task), inputRequests });
  return { ...on(deps, waiting, waits), status: "input_required", content };
}

/** Ends a task whose call ran in a process that died: it is never made again. */
export function diedRunning(
  deps: Pick<WaitingDeps, "clock">,
  { task, kept }: Pick<Waiting, "task" | "kept">,
): TaskChange {
  const { publicName: tool, contract } = kept;
  const fault = { kind: "gateway-stopped" };
  const error = new Refusal("outcome-unknown", { tool, server: contract.server, fault });
  return over(deps, task, { kind: "refused", error });
}

/** Ends a task that its caller cancelled, or that has expired, before its call was made. */
export function unmade(
  { clock }: Pick<WaitingDeps, "clock">,
  task: StoredTask,
  up: "cancelled" | "expired",
): TaskChange {
  const { upstreamId, call } = task;
  const change = { upstreamId, call, changedAt: clock.now(), restsUntil: 0 };
  const terms = termsOf(task);
  if (up === "cancelled") return { ...change, status: "cancelled", content: written(terms) };
  const error = { code: -32_603, message: "The task has expired before its call could be made." };
  return { ...change, status: "failed", content: written({ ...terms, error }) };
}

function callAgain({ newId, carriesOn }: WaitingDeps, waiting: Waiting): IncomingCall {
  const { task, kept, waits, principal, capabilities } = waiting;
  const { approval } = waits;
  return {
    ...againOf(kept),
    callId: newId(),
    principal,
    channel: carriesOn({ capabilities }, task.expiresAt),
    ...(approval !== undefined && { namedApproval: approval }),
    ...resumptionOf(waiting),
  };
}

function resumptionOf({ waits, inputResponses }: Waiting): { resumption?: Resumption } {
  const { requestState } = waits;
  if (inputResponses === undefined) return {};
  return {
    resumption: { inputResponses, ...(requestState !== undefined && { requestState }) },
  };
}

function on(
  deps: Pick<WaitingDeps, "clock">,
  { task, kept }: Pick<Waiting, "task" | "kept">,
  waits: Waits,
): TaskChange {
  const { inputRequests: _answered, ...content } = contentOf(task);
  const resting = unchanged(deps, task);
  const call = writeKept({ ...kept, waits });
  return { ...resting, status: "working", content: written(content), call, restsUntil: 0 };
}

function over(
  { clock }: Pick<WaitingDeps, "clock">,
  task: StoredTask,
  finished: Parameters<typeof endedState>[0],
): TaskChange {
  const { upstreamId, call } = task;
  const state = endedState(finished, termsOf(task));
  return { ...state, upstreamId, call, changedAt: clock.now(), restsUntil: 0 };
}
