import { Annotation, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { Blueprint } from "../definition/blueprint.ts";
import type { Choice } from "../definition/flow.ts";
import type { Step } from "../definition/step.ts";
import { silence } from "./silence.ts";
import { asStop } from "./stops.ts";
import { type Hands, takeToolStep } from "./tool-node.ts";

/** The values of the graph: all of them texts of JSON, see `state.ts`. */
type Values = Readonly<Record<string, string>>;

export interface RunParts<State> {
  readonly blueprint: Blueprint<State>;
  /** Where the run is kept. */
  readonly saver?: BaseCheckpointSaver;
  readonly params: JsonObject;
  readonly hands: Hands;
}

/** What identifies the run, in the state of the graph. The keys of the author have a prefix, so none is this one. */
const runKey = "run";

const prefix = "state.";

/** How far a run has come. */
export interface Progress {
  /** What identifies the run. Absent where it has not begun. */
  readonly run: string | undefined;
  readonly texts: Readonly<Record<string, string>>;
  readonly isDone: boolean;
  /** How many rounds of steps it has taken. */
  readonly rounds: number;
}

export interface Going {
  readonly thread: string;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

export interface RunGraph {
  readonly progress: (thread: string) => Promise<Progress>;
  /** Goes on until the last step is done. Begins with `run` where that is given. */
  readonly go: (going: Going, run?: string) => Promise<void>;
}

/**
 * The graph of one run. It is built anew for each, so that what a run may do is known to its own tool steps alone:
 * neither a pure step nor a choice can get at it, whatever they ask LangGraph for.
 */
export function buildGraph<State>(parts: RunParts<State>): RunGraph {
  const compiled = compile(parts);
  return {
    progress: async (thread) => {
      const snapshot = await compiled.getState(configOf(thread));
      const { tasks, metadata } = snapshot;
      const texts = keptTexts.parse(snapshot.values);
      const { [runKey]: run } = texts;
      // Not by `next`, which leaves out a step that is done while what comes of it is not yet written down.
      const isDone = run !== undefined && tasks.length === 0;
      return { run, texts: unprefixed(texts), isDone, rounds: Math.max(0, metadata?.step ?? 0) };
    },
    go: async ({ thread, rounds, signal }, run) => {
      await compiled.invoke(run === undefined ? null : { [runKey]: run }, {
        ...configOf(thread),
        // What a round of steps has found out is kept before the next one begins.
        durability: "sync",
        recursionLimit: rounds,
        signal,
        callbacks: silence,
      });
    },
  };
}

const nobody = (): Promise<never> => Promise.reject(new Error("Nothing is run."));

/** Throws where LangGraph cannot make a graph of it. */
export function checkGraph<State>(blueprint: Blueprint<State>): void {
  try {
    compile({ blueprint, params: {}, hands: { calls: { call: nobody }, claim: nobody } });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it is no graph";
    throw new TypeError(`Tool "${blueprint.name}", /graph: ${why}`, { cause });
  }
}

function configOf(thread: string): { configurable: { thread_id: string } } {
  return { configurable: { thread_id: thread } };
}

const keptTexts = z.record(z.string(), z.string());

function compile<State>(parts: RunParts<State>) {
  const { blueprint, saver } = parts;
  const keys = [runKey, ...blueprint.keys.map((key) => prefix + key)];
  const channels = Object.fromEntries(keys.map((key) => [key, Annotation<string>()]));
  const nodes = [...blueprint.steps].map(([name, step]) => [name, nodeOf(name, step, parts)]);
  const graph = new StateGraph(Annotation.Root(channels)).addNode(Object.fromEntries(nodes));
  for (const { from, to } of blueprint.edges.edges) {
    const [only = "", ...more] = from;
    graph.addEdge(more.length === 0 ? only : [...from], to);
  }
  for (const choice of blueprint.edges.choices) {
    graph.addConditionalEdges(choice.from, chooser(choice, parts), [...choice.targets]);
  }
  return graph.compile(saver === undefined ? {} : { checkpointer: saver });
}

type Node = (values: Values, config: { metadata?: Record<string, unknown> }) => Promise<Values>;

function nodeOf<State>(name: string, step: Step<State, unknown>, parts: RunParts<State>): Node {
  const { blueprint, hands, params } = parts;
  return async (values, { metadata }) => {
    try {
      const state = blueprint.toState(params, unprefixed(values));
      const round = Number(metadata?.["langgraph_step"]);
      return prefixed(
        step.kind === "pure"
          ? blueprint.toTexts(step.compute(state))
          : await takeToolStep({ name, step }, { blueprint, hands, state, round }),
      );
    } catch (error) {
      throw asStop(name, error);
    }
  };
}

function chooser<State>(
  { from, choose, targets }: Choice<State>,
  { blueprint, params }: RunParts<State>,
): (values: Values) => string {
  return (values) => {
    try {
      const chosen = choose(blueprint.toState(params, unprefixed(values)));
      if (!targets.includes(chosen)) throw new TypeError("Chose what is not among the targets.");
      return chosen;
    } catch (error) {
      throw asStop(from, error);
    }
  };
}

function prefixed(texts: Values): Values {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [prefix + key, text]));
}

function unprefixed(values: Values): Values {
  const own = Object.entries(values).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text]));
}
