import { randomUUID } from "node:crypto";
import { GraphRecursionError } from "@langchain/langgraph";
import {
  BusinessError,
  canonicalJson,
  type Handled,
  type HandlerContext,
  type InnerCalls,
  type JsonObject,
} from "@toolcourt/sdk";
import { z } from "zod";
import type { Blueprint } from "../definition/blueprint.ts";
import { buildGraph, type Progress, type RunGraph } from "../graph/build-graph.ts";
import { createClaims } from "./claims.ts";
import { isChosen, type RunId, runIdOf } from "./run-id.ts";
import type { RunStore } from "./run-store.ts";
import { told } from "./tell.ts";

export interface Machine<State, Data> {
  readonly blueprint: Blueprint<State>;
  readonly runs: RunStore;
  readonly answer: (state: State) => Handled<Data>;
}

export interface RunRequest {
  /** The name that the caller gave the run. */
  readonly name: string | undefined;
  readonly params: JsonObject;
  readonly context: HandlerContext;
}

export type RunWorkflow<Data> = (request: RunRequest) => Promise<Handled<Data>>;

/** Runs a workflow from where it is to its end. */
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
      const run = { id, params, calls, signal: context.signal };
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
}

/** The life of a run, top to bottom. */
async function toItsEnd<State, Data>(
  { blueprint, runs, answer }: Machine<State, Data>,
  { id, params, calls, signal }: Run,
): Promise<Handled<Data>> {
  const { thread } = id;
  const saver = await runs.saver();
  const claim = createClaims({ saver, thread, holder: randomUUID() });
  const graph = buildGraph({ blueprint, saver, params, hands: { calls, claim } });

  const before = await graph.progress(thread);
  checkSame(before, blueprint, params);
  const done = before.isDone
    ? before
    : await goOn(graph, before, { blueprint, thread, signal, params });

  const answered = answer(blueprint.toState(params, done.texts));
  // Nobody can ask for it again, and what its steps have found is nobody's business any more.
  if (!isChosen(id)) await saver.deleteThread(thread);
  return answered;
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
  return graph.progress(thread);
}

const kept = z.object({ digest: z.string(), params: z.record(z.string(), z.json()) });

function checkSame<State>(
  { run }: Progress,
  { digest }: Blueprint<State>,
  params: JsonObject,
): void {
  if (run === undefined) return;
  const began = kept.parse(JSON.parse(run));
  if (canonicalJson(began.params) !== canonicalJson(params)) {
    throw new BusinessError(
      "workflow-run-differs",
      "The run of this name was begun with other params. Send those, or name another run.",
    );
  }
  if (began.digest !== digest) {
    throw new BusinessError(
      "workflow-changed",
      "The workflow is another one since this run was begun, so it cannot go on. Begin a new run with another workflow_run.",
    );
  }
}

function needsGateway(): BusinessError {
  return new BusinessError(
    "workflow-needs-gateway",
    "A workflow calls its tools through a gateway, and this call did not come by one.",
  );
}

function ownerless(): BusinessError {
  return new BusinessError(
    "workflow-run-ownerless",
    "Nobody knows who calls, so a run cannot be named: others could go on with it.",
  );
}

function busy(): BusinessError {
  return new BusinessError("workflow-run-busy", "This run is being gone on with at the moment.", {
    retryable: true,
  });
}
