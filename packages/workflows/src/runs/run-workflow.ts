import { randomUUID } from "node:crypto";
import { GraphRecursionError } from "@langchain/langgraph";
import {
  BusinessError,
  digestOf,
  type Handled,
  type HandlerContext,
  type InnerCalls,
  type JsonObject,
} from "@toolcourt/sdk";
import { type Blueprint, stateOf } from "../definition/blueprint.ts";
import { buildGraph, go, type Progress, progressOf, type RunGraph } from "../graph/build-graph.ts";
import { asStop, StoreFailed } from "../graph/stops.ts";
import { type ClaimStep, createClaims } from "../store/claims.ts";
import { type RunRecord, RunRecords } from "../store/run-records.ts";
import type { RunStore } from "../store/run-store.ts";
import { type RunEnd, RunNotes } from "./note-run.ts";
import { checkSame, errorFor, runError } from "./run-errors.ts";

interface WorkflowDeps<State> {
  readonly blueprint: Blueprint<State>;
  readonly runs: RunStore;
}

type AnswerFrom<State, Data> = (state: State) => Handled<Data>;

interface RunRequest {
  /** The caller's name for the run. Undefined if unnamed. */
  readonly name: string | undefined;
  readonly params: JsonObject;
  readonly context: HandlerContext;
}

type RunWorkflow<Data> = (request: RunRequest) => Promise<Handled<Data>>;

/** Runs or resumes a workflow until it ends. */
export function createRunWorkflow<State, Data>(
  deps: WorkflowDeps<State>,
  answer: AnswerFrom<State, Data>,
): RunWorkflow<Data> {
  const { blueprint } = deps;
  const going = new Set<string>();

  return async ({ name, params, context }) => {
    const { calls, correlationId, userId } = context;
    if (calls === undefined) throw runError("workflow-needs-gateway");
    const { caller: owner = userId } = calls;
    if (name !== undefined && owner === null) throw runError("workflow-run-ownerless");
    const id = runIdOf(name, { workflow: blueprint.name, owner, correlationId, params });
    const person = { userId, tenant: calls.tenant ?? null };
    if (going.has(id.thread)) throw runError("workflow-run-busy", { retryable: true });
    going.add(id.thread);
    try {
      const { signal, timestamp: now } = context;
      const run = { id, person, params, calls, signal, now };
      return await runToEnd(deps, run, answer);
    } catch (error) {
      throw errorFor(error, id.name);
    } finally {
      going.delete(id.thread);
    }
  };
}

interface Run {
  readonly id: RunId;
  /** For whom it runs. */
  readonly person: Pick<RunRecord, "userId" | "tenant">;
  readonly params: JsonObject;
  readonly calls: InnerCalls;
  readonly signal: AbortSignal;
  /** Time of the call, ISO 8601. */
  readonly now: string;
}

/** Runs one call through all stages of a run. */
async function runToEnd<State, Data>(
  { blueprint, runs }: WorkflowDeps<State>,
  run: Run,
  answer: AnswerFrom<State, Data>,
): Promise<Handled<Data>> {
  const { id, params, calls, now } = run;
  const { thread } = id;
  const saver = await orStoreFailed(() => runs.saver());
  const { forget } = runs;
  const claim = guarded(createClaims({ saver, thread, holder: randomUUID(), forget }));
  const notes = new RunNotes(new RunRecords(saver, thread));
  const graph = buildGraph({ blueprint, saver, params, deps: { calls, claim, notes } });

  const before = await orStoreFailed(() => progressOf(graph, thread));
  if (runs.retention?.isOver(before.changedAt ?? now, now) === true)
    throw runError("workflow-run-expired");
  if (before.run !== undefined) checkSame(before.run, blueprint.digest, params);
  const done = before.isDone ? before : await resume({ blueprint, graph, before, notes }, run);

  const answered = answerOf(() => answer(stateOf(blueprint, params, done)));
  // An unnamed run cannot be requested again, so its data must not stay.
  if (!id.isNamed) await orStoreFailed(() => saver.deleteThread(thread));
  // Not awaited: the answer is ready and must not wait for cleanup of other runs.
  runs.retention?.tidy(now).catch(() => undefined);
  return answered;
}

async function orStoreFailed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreFailed("The store of runs failed.", { cause });
  }
}

function guarded(claim: ClaimStep): ClaimStep {
  return async (step) => {
    const claimed = await orStoreFailed(() => claim(step));
    if (claimed.kind !== "begun") return claimed;
    return { ...claimed, ended: (how) => orStoreFailed(() => claimed.ended(how)) };
  };
}

function answerOf<Answer>(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    throw asStop("answer", error);
  }
}

async function resume<State>(
  { blueprint, graph, before, notes }: Resumable<State>,
  { id, person, params, signal }: Run,
): Promise<Progress> {
  const { maxRounds, digest, name: workflow } = blueprint;
  const { thread, name } = id;
  await notes.begun({ workflow, name, ...person, digest });
  try {
    const rounds = maxRounds - before.rounds;
    if (rounds < 1) throw new GraphRecursionError();
    const begin = before.run === undefined ? JSON.stringify({ digest, params }) : undefined;
    await go(graph, { thread, rounds, signal }, begin);
  } catch (error) {
    const noted = notes.finished(endOf(errorFor(error, name)));
    // A caller that left may come back at once.
    if (!signal.aborted) await noted;
    throw error;
  }
  // An unnamed run is deleted now.
  if (id.isNamed) await notes.finished({ state: "done", code: null });
  return orStoreFailed(() => progressOf(graph, thread));
}

/** The code that the caller sees. Anything else is a call that was cancelled. */
function endOf(error: unknown): RunEnd {
  const code = error instanceof BusinessError ? error.code : "cancelled";
  return code === "workflow-waits" ? { state: "waits", code: null } : { state: "stopped", code };
}

interface Resumable<State> {
  readonly notes: RunNotes;
  readonly blueprint: Blueprint<State>;
  readonly graph: RunGraph;
  readonly before: Progress;
}

interface RunOwner {
  readonly workflow: string;
  /** The caller's key, as the gateway distinguishes callers. Null if unknown. */
  readonly owner: string | null;
  /** Links related calls. */
  readonly correlationId: string;
  readonly params: JsonObject;
}

interface RunId {
  /** The name by which the caller resumes the run. */
  readonly name: string;
  /** The storage key. */
  readonly thread: string;
  /** Whether the caller named the run, and may therefore request it once it is done. */
  readonly isNamed: boolean;
}

/**
 * Returns the run that a call refers to. The owner is part of the key, so other callers cannot even
 * find the run. An unnamed run is identified by its call: the same call under the same correlation
 * id resumes it.
 */
function runIdOf(given: string | undefined, run: RunOwner): RunId {
  const { workflow, owner, correlationId, params } = run;
  const name = given ?? `unnamed-${digestOf({ correlationId, params }).slice(-32)}`;
  const thread = digestOf({ workflow, owner, name });
  return { name, thread, isNamed: given !== undefined };
}
