import { randomUUID } from "node:crypto";
import { GraphRecursionError } from "@langchain/langgraph";
import type { Handled, HandlerContext, InnerCalls, JsonObject } from "@toolcourt/sdk";
import type { Blueprint } from "../definition/blueprint.ts";
import { buildGraph, type Progress, type RunGraph } from "../graph/build-graph.ts";
import { asStop, StoreFailed } from "../graph/stops.ts";
import { type ClaimStep, createClaims } from "./claims.ts";
import { busy, checkSame, expired, needsGateway, ownerless } from "./refusals.ts";
import { type RunId, runIdOf } from "./run-id.ts";
import type { RunStore } from "./run-store.ts";
import { told } from "./tell.ts";

export interface Machine<State, Data> {
  readonly blueprint: Blueprint<State>;
  readonly runs: RunStore;
  readonly answer: (state: State) => Handled<Data>;
}

export interface RunRequest {
  /** The caller's name for the run. Undefined if unnamed. */
  readonly name: string | undefined;
  readonly params: JsonObject;
  readonly context: HandlerContext;
}

export type RunWorkflow<Data> = (request: RunRequest) => Promise<Handled<Data>>;

/** Runs or resumes a workflow until it ends. */
export function createRunWorkflow<State, Data>(machine: Machine<State, Data>): RunWorkflow<Data> {
  const { blueprint } = machine;
  const going = new Set<string>();

  return async ({ name, params, context }) => {
    const { calls, correlationId, userId } = context;
    if (calls === undefined) throw needsGateway();
    const { caller: owner = userId } = calls;
    if (name !== undefined && owner === null) throw ownerless();
    const id = runIdOf(name, { workflow: blueprint.name, owner, correlationId, params });
    if (going.has(id.thread)) throw busy();
    going.add(id.thread);
    try {
      const run = { id, params, calls, signal: context.signal, now: context.timestamp };
      return await toItsEnd(machine, run);
    } catch (error) {
      throw told(error, id.name);
    } finally {
      going.delete(id.thread);
    }
  };
}

interface Run {
  readonly id: RunId;
  readonly params: JsonObject;
  readonly calls: InnerCalls;
  readonly signal: AbortSignal;
  /** Time of the call, ISO 8601. */
  readonly now: string;
}

/** Runs one call through all stages of a run. */
async function toItsEnd<State, Data>(
  { blueprint, runs, answer }: Machine<State, Data>,
  { id, params, calls, signal, now }: Run,
): Promise<Handled<Data>> {
  const { thread } = id;
  const saver = await orStoreFailed(() => runs.saver());
  const { forget } = runs;
  const claim = guarded(createClaims({ saver, thread, holder: randomUUID(), forget }));
  const graph = buildGraph({ blueprint, saver, params, hands: { calls, claim } });

  const before = await orStoreFailed(() => graph.progress(thread));
  if (runs.retention?.isOver(before.changedAt ?? now, now) === true) throw expired();
  if (before.run !== undefined) checkSame(before.run, blueprint.digest, params);
  const done = before.isDone
    ? before
    : await goOn(graph, before, { blueprint, thread, signal, params });

  const answered = answerOf(() => answer(blueprint.toState(params, done)));
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

interface Way<State> {
  readonly blueprint: Blueprint<State>;
  readonly params: JsonObject;
  readonly thread: string;
  readonly signal: AbortSignal;
}

async function goOn<State>(
  graph: RunGraph,
  before: Progress,
  { blueprint, params, thread, signal }: Way<State>,
): Promise<Progress> {
  const { maxRounds, digest } = blueprint;
  const rounds = maxRounds - before.rounds;
  if (rounds < 1) throw new GraphRecursionError();
  const begin = before.run === undefined ? JSON.stringify({ digest, params }) : undefined;
  await graph.go({ thread, rounds, signal }, begin);
  return orStoreFailed(() => graph.progress(thread));
}
