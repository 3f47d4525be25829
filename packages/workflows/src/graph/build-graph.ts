import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ConsoleCallbackHandler } from "@langchain/core/tracers/console";
import { Annotation, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { JsonObject } from "@toolcourt/sdk";
import { type Blueprint, type Found, stateOf, textsOf } from "../definition/blueprint.ts";
import type { Step } from "../definition/step.ts";
import { noNotes } from "./step-notes.ts";
import { asStop, failureOf, stepEndOf } from "./stops.ts";
import { type StepDeps, takeToolStep } from "./tool-node.ts";
import { transitionsOf } from "./transitions.ts";
import {
  failureValue,
  foundIn,
  keysOf,
  readValues,
  runKey,
  type Values,
  valuesOf,
} from "./values.ts";

interface RunDeps<State> {
  readonly blueprint: Blueprint<State>;
  /** Checkpoint store of the run. Default: none. */
  readonly saver?: BaseCheckpointSaver;
  readonly params: JsonObject;
  readonly deps: StepDeps;
}

/** Progress of a run. */
export interface Progress extends Found {
  /** Identity of the run. Undefined before it begins. */
  readonly run: string | undefined;
  /** Time of the last finished step, ISO 8601. Undefined before it begins. */
  readonly changedAt: string | undefined;
  readonly isDone: boolean;
  /** Number of rounds of steps taken. */
  readonly rounds: number;
}

interface RunInput {
  readonly thread: string;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

export type RunGraph = ReturnType<typeof compile>;

/**
 * Builds the graph of one run. Each run gets its own graph, so only its tool steps hold the
 * capability to call tools. Pure steps and choices cannot reach it, even through LangGraph.
 */
export function buildGraph<State>(parts: RunDeps<State>): RunGraph {
  return compile(parts);
}

export async function progressOf(graph: RunGraph, thread: string): Promise<Progress> {
  const snapshot = await graph.getState(configOf(thread));
  const { tasks, metadata, createdAt: changedAt } = snapshot;
  const texts = readValues(snapshot.values);
  const { [runKey]: run } = texts;
  // `next` omits a step that is done but whose writes are not yet applied.
  const isDone = run !== undefined && tasks.length === 0;
  const rounds = Math.max(0, metadata?.step ?? 0);
  return { run, ...foundIn(texts), isDone, rounds, changedAt };
}

/** Continues until the last step is done. Begins with `run` if given. */
export async function go(
  graph: RunGraph,
  { thread, rounds, signal }: RunInput,
  run?: string,
): Promise<void> {
  await graph.invoke(run === undefined ? null : { [runKey]: run }, {
    ...configOf(thread),
    // Persists the writes of a round before the next one begins.
    durability: "sync",
    recursionLimit: rounds,
    signal,
    callbacks: silence,
  });
}

const neverCalled = (): Promise<never> => Promise.reject(new Error("The graph is only checked."));

/** Throws if LangGraph rejects the graph. */
export function checkGraph<State>(blueprint: Blueprint<State>): void {
  try {
    buildGraph({
      blueprint,
      params: {},
      deps: { calls: { call: neverCalled }, claim: neverCalled, notes: noNotes },
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it is not a graph";
    throw new TypeError(`Tool "${blueprint.name}", /graph: ${why}`, { cause });
  }
}

function configOf(thread: string): { configurable: { thread_id: string } } {
  return { configurable: { thread_id: thread } };
}

function compile<State>(parts: RunDeps<State>) {
  const { blueprint, saver } = parts;
  const channels = Object.fromEntries(keysOf(blueprint).map((key) => [key, Annotation<string>()]));
  const nodes = [...blueprint.steps].map(([name, step]) => [name, nodeOf(name, step, parts)]);
  const graph = new StateGraph(Annotation.Root(channels)).addNode(Object.fromEntries(nodes));
  const { edges, forks } = transitionsOf(parts);
  for (const { from, to } of edges) {
    const [only = "", ...more] = from;
    graph.addEdge(more.length === 0 ? only : [...from], to);
  }
  for (const { from, choose, targets } of forks) {
    graph.addConditionalEdges(from, choose, [...targets]);
  }
  return graph.compile(saver === undefined ? {} : { checkpointer: saver });
}

type Node = (values: Values, config: { metadata?: Record<string, unknown> }) => Promise<Values>;

function nodeOf<State>(name: string, step: Step<State, unknown>, parts: RunDeps<State>): Node {
  const { blueprint, deps, params } = parts;
  const mayFail = blueprint.edges.failures.has(name);
  return async (values, { metadata }) => {
    try {
      const state = stateOf(blueprint, params, foundIn(values));
      const round = Number(metadata?.["langgraph_step"]);
      const texts =
        step.kind === "pure"
          ? textsOf(blueprint, step.compute(state))
          : await takeToolStep({ name, step }, { blueprint, deps, state, round });
      await deps.notes.ended(name, { state: "done" });
      return { ...valuesOf(texts), ...(mayFail && failureValue(name, undefined)) };
    } catch (error) {
      const end = stepEndOf(error);
      if (end !== undefined) await deps.notes.ended(name, end);
      const failure = mayFail ? failureOf(error) : undefined;
      if (failure === undefined) throw asStop(name, error);
      return failureValue(name, failure);
    }
  };
}

class Silent extends BaseCallbackHandler {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  /** LangChain calls this on the handler with the tracer's name. */
  getRunTreeWithTracingConfig(): undefined {
    return undefined;
  }
}

/**
 * Handlers that disable LangChain's tracing. Certain environment variables make LangChain send step
 * data to a service, or print it to stdout, where the protocol runs. It adds its handlers to each
 * run unless handlers of the same names exist. These have the names and do nothing.
 */
const silence: BaseCallbackHandler[] = [
  "langchain_tracer",
  ConsoleCallbackHandler.prototype.name,
].map((name) => new Silent(name));
