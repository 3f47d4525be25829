import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { ForTasks } from "../pipeline/for-tasks.ts";
import type { CheckedQuestion } from "../pipeline/input-required.ts";
import { checkInputRequired } from "../pipeline/input-required.ts";
import type { RunEnding } from "../pipeline/outcome.ts";
import type { ToolPlan } from "../pipeline/plan.ts";
import { breachOf } from "../pipeline/quarantine.ts";
import type { RestoredCall } from "../pipeline/restore-call.ts";
import type { StoredTask, TaskChange } from "../stores/task-store.ts";
import { UpstreamError } from "../upstreams/upstream.ts";
import { type Addressed, askServer, giveUp, type ServerDeps } from "./ask-server.ts";
import { type KeptCall, restored } from "./kept-call.ts";
import { endedState, type ShownAs, termsOf, written } from "./task-state.ts";
import { readTask, type UpstreamTask } from "./upstream-task.ts";

export interface ServerTaskDeps extends ServerDeps {
  readonly line: () => ForTasks;
}

/** A task at a server, and who asks about it. */
export interface Standing extends Addressed {
  readonly task: StoredTask;
  readonly kept: KeptCall;
  readonly plan: ToolPlan;
}

const maxMessageLength = 1_000;
/** The server knows no such task, or no tasks at all. */
const unknownCodes: ReadonlySet<number> = new Set([-32_602, -32_601]);

type Found =
  | { readonly kind: "known"; readonly state: UpstreamTask; readonly raw: JsonObject }
  /** It may answer later. */
  | { readonly kind: "away" }
  /** The server has lost the task. */
  | { readonly kind: "lost"; readonly code: number };

/**
 * Asks a server how a task stands, and ends its call if the task has ended. Undefined if the end
 * could not be recorded: then the next holder of the lease tries again.
 */
export async function advance(
  deps: ServerTaskDeps,
  standing: Standing,
): Promise<TaskChange | undefined> {
  const found = await asked(deps, standing);
  const isOverdue = standing.task.expiresAt <= deps.clock.now();
  if (found.kind === "lost") return ended(deps, standing, lost(standing, found.code));
  if (found.kind === "known") {
    const ending = endingOf(deps, standing, found);
    if (ending !== undefined) return ended(deps, standing, ending);
  }
  if (isOverdue) return ended(deps, standing, { ...expired(standing), isLeft: true });
  return found.kind === "away"
    ? unchanged(deps, standing.task)
    : moved(deps, standing, found.state);
}

/** Ends the call of a task whose state was lost after its outcome was recorded. */
export function interrupted({ task, kept }: Standing): TaskChange {
  const { error } = unknownOutcome({ kept }, { kind: "gateway-stopped" });
  const state = endedState({ kind: "refused", error }, termsOf(task), { status: "failed" });
  return { ...bound(task), ...state, changedAt: task.changedAt, restsUntil: 0 };
}

/** Never rejects: a server that is away has not lost its tasks. */
async function asked(deps: ServerTaskDeps, standing: Standing): Promise<Found> {
  try {
    const raw = await askServer(deps, standing, { method: "tasks/get" });
    const state = readTask(raw);
    return state === undefined ? { kind: "away" } : { kind: "known", state, raw };
  } catch (error) {
    const fault = error instanceof UpstreamError ? error.fault : undefined;
    return fault?.kind === "rpc" && unknownCodes.has(fault.code)
      ? { kind: "lost", code: fault.code }
      : { kind: "away" };
  }
}

/** How a call ends, and how its task is shown if not as the call would show it. */
interface Ending {
  readonly ending: RunEnding;
  readonly as?: ShownAs;
  /** Whether the server still runs the task, so that it is told to stop. Default: it does not. */
  readonly isLeft?: boolean;
}

/** Undefined if the task goes on. */
function endingOf(
  deps: ServerTaskDeps,
  standing: Standing,
  { state, raw }: Extract<Found, { readonly kind: "known" }>,
): Ending | undefined {
  const { kept } = standing;
  const { publicName: tool } = kept;
  if (state.status === "completed") return { ending: { raw: state.result } };
  if (state.status === "failed") return failed(deps, standing, state);
  if (state.status === "cancelled") {
    const mayHaveActed = kept.contract.effect !== "read";
    const error = new Refusal("cancelled", { tool, mayHaveActed });
    return { ending: { error }, as: { status: "cancelled" } };
  }
  const objection = objectionTo(deps, standing, state);
  if (objection === undefined) return undefined;
  return { ending: { error: refusalFor(deps, standing, { objection, raw }) }, isLeft: true };
}

/** A protocol error of the server. Its words leave only as a quotation, where one is allowed. */
function failed(
  { line }: ServerTaskDeps,
  { kept, plan }: Standing,
  { error: said }: UpstreamTask,
): Ending {
  const { code, message } = said ?? { code: -32_603, message: "" };
  const fault = { kind: "rpc", code } as const;
  const cause = new UpstreamError(fault, { cause: { code, message } });
  const { forCaller } = line().wordsIn(cause, plan.tool);
  const facts = { tool: kept.publicName, server: kept.contract.server, fault };
  const wrote = forCaller && { wrote: forCaller };
  const error = new Refusal("upstream-failed", { ...facts, passing: false, ...wrote }, { cause });
  return { ending: { error }, as: { status: "failed", code, message: forCaller?.text } };
}

type Objection = Exclude<CheckedQuestion, { readonly kind: "passed" }>;

/** Our own questions have keys of this form, and no server may use them. */
const ownKeys = "toolcourt-";

/** What any caller of the tool could answer. Each caller's own capabilities are checked later. */
const allCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

function questionsIn(
  { line }: ServerTaskDeps,
  { plan }: Standing,
  { inputRequests = {} }: UpstreamTask,
): CheckedQuestion {
  if (Object.keys(inputRequests).some((key) => key.startsWith(ownKeys))) {
    return { kind: "malformed", issue: "/inputRequests: expected no key of the gateway" };
  }
  const { allowedRequests } = plan;
  const terms = { allowedRequests, capabilities: allCapabilities, clean: line().clean };
  return checkInputRequired({ resultType: "input_required", inputRequests }, terms);
}

function objectionTo(
  deps: ServerTaskDeps,
  standing: Standing,
  state: UpstreamTask,
): Objection | undefined {
  if (state.status !== "input_required") return undefined;
  const checked = questionsIn(deps, standing, state);
  return checked.kind === "passed" ? undefined : checked;
}

interface Objected {
  readonly objection: Objection;
  readonly raw: JsonObject;
}

/** The same refusals as for a question of a call that is not a task. */
function refusalFor(deps: ServerTaskDeps, standing: Standing, objected: Objected): Refusal {
  const { objection, raw } = objected;
  const { publicName: tool } = standing.kept;
  if (objection.kind === "unaskable") {
    const { kind: _kind, ...why } = objection;
    return new Refusal("interaction-required", { tool, ...why });
  }
  const issues = [objection.issue];
  const call = callOf(deps, standing);
  const quarantineId = deps.line().quarantine.keep(raw, breachOf(call, "output", issues));
  return new Refusal("output-invalid", { tool, clause: "output", issues, quarantineId });
}

function lost({ kept }: Standing, code: number): Ending {
  const { error } = unknownOutcome({ kept }, { kind: "rpc", code });
  return { ending: { error }, as: { status: "failed" } };
}

function expired({ kept }: Standing): Ending {
  const { error } = unknownOutcome({ kept }, { kind: "expired" });
  return { ending: { error }, as: { status: "failed" } };
}

function unknownOutcome({ kept }: Pick<Standing, "kept">, fault: JsonObject) {
  const { publicName: tool, contract } = kept;
  return { error: new Refusal("outcome-unknown", { tool, server: contract.server, fault }) };
}

/** Ends the call: the second gate, then its record. The record comes before the answer. */
async function ended(
  deps: ServerTaskDeps,
  standing: Standing,
  { ending, as, isLeft }: Ending,
): Promise<TaskChange | undefined> {
  const { task } = standing;
  if (isLeft === true) giveUp(deps, standing);
  const finished = await deps.line().finish(callOf(deps, standing), ending);
  if (finished.kind === "refused" && hasCode(finished.error, "audit-failed")) return undefined;
  const state = endedState(finished, termsOf(task), as);
  return { ...bound(task), ...state, changedAt: deps.clock.now(), restsUntil: 0 };
}

/** The task goes on, in its new state. */
function moved(deps: ServerTaskDeps, standing: Standing, state: UpstreamTask): TaskChange {
  const { task } = standing;
  const { clock, line } = deps;
  const terms = termsOf(task);
  const checked = state.status === "input_required" && questionsIn(deps, standing, state);
  const inputRequests =
    checked !== false && checked.kind === "passed" ? checked.asks.inputRequests : undefined;
  const { statusMessage } = state;
  const content = written({
    ...terms,
    ...(statusMessage !== undefined && {
      statusMessage: line().clean(statusMessage).slice(0, maxMessageLength),
    }),
    ...(inputRequests !== undefined && { inputRequests }),
  });
  const now = clock.now();
  const isSame = task.status === state.status && task.content === content;
  const changedAt = isSame ? task.changedAt : now;
  const restsUntil = now + terms.pollIntervalMs;
  return { ...bound(task), status: state.status, content, changedAt, restsUntil };
}

/** The task rests until the next poll. */
export function unchanged({ clock }: Pick<ServerTaskDeps, "clock">, task: StoredTask): TaskChange {
  const { status, content, changedAt } = task;
  const restsUntil = clock.now() + termsOf(task).pollIntervalMs;
  return { ...bound(task), status, content, changedAt, restsUntil };
}

function bound({ upstreamId, call }: StoredTask): Pick<TaskChange, "upstreamId" | "call"> {
  return { upstreamId, call };
}

/** The call as it ran, for the principal who asks about it. */
export function callOf(
  { clock }: Pick<ServerTaskDeps, "clock">,
  { task, kept, plan, principal }: Standing,
): RestoredCall {
  const startedAt = clock.monotonic();
  return restored(kept, { principal, plan, begunAt: task.createdAt, startedAt });
}
