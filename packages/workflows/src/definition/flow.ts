import { END, START } from "@langchain/langgraph";

/**
 * The edges of a graph, with LangGraph's method names. Nodes cannot be added: the steps are the
 * nodes.
 */
export interface Flow<State, Name extends string> {
  /** Continues with `to` after `from`, or after all steps of a list. */
  readonly addEdge: (
    from: Name | typeof START | readonly Name[],
    to: Name | typeof END,
  ) => Flow<State, Name>;
  /** Continues with the result of `choose`, which is one of `targets`. */
  readonly addConditionalEdges: <Target extends Name | typeof END>(
    from: Name | typeof START,
    choose: (state: State) => NoInfer<Target>,
    targets: readonly Target[],
  ) => Flow<State, Name>;
  /**
   * Continues only with `to` if the call of `from` is refused or its tool answers with an error.
   * The state's `failures` holds the reason. Default: the run stops there.
   */
  readonly addFailureEdge: (from: Name, to: Name | typeof END) => Flow<State, Name>;
}

export interface Edge {
  readonly from: readonly string[];
  readonly to: string;
}

export interface Choice<State> {
  readonly from: string;
  readonly choose: (state: State) => string;
  readonly targets: readonly string[];
}

/** The edges of a graph, without its steps. */
export interface Edges<State> {
  readonly edges: readonly Edge[];
  readonly choices: readonly Choice<State>[];
  /** Target of each step's failure edge. */
  readonly failures: ReadonlyMap<string, string>;
}

/** Records the author's edges. Throws a `TypeError` for an unknown step name. */
export function draw<State, Name extends string>(
  names: readonly string[],
  graph: (flow: Flow<State, Name>) => unknown,
): Edges<State> {
  const edges: Edge[] = [];
  const choices: Choice<State>[] = [];
  const failures = new Map<string, string>();
  const steps = new Set(names);
  const sources = new Set<string>([START, ...names]);
  const targets = new Set<string>([END, ...names]);

  const flow: Flow<State, Name> = Object.freeze({
    addEdge: (from: string | readonly string[], to: string) => {
      const all = typeof from === "string" ? [from] : [...from];
      for (const each of all) must(sources, each);
      must(targets, to);
      edges.push({ from: all, to });
      return flow;
    },
    addConditionalEdges: (from: string, choose: Choice<State>["choose"], to: readonly string[]) => {
      must(sources, from);
      for (const each of to) must(targets, each);
      choices.push({ from, choose, targets: [...to] });
      return flow;
    },
    addFailureEdge: (from: string, to: string) => {
      must(steps, from);
      must(targets, to);
      if (failures.has(from)) throw new TypeError(`"${from}" has a failure edge already`);
      failures.set(from, to);
      return flow;
    },
  });
  graph(flow);
  const joined = edges.flatMap(({ from }) => (from.length > 1 ? from : []));
  const waited = joined.find((name) => failures.has(name));
  if (waited !== undefined) {
    throw new TypeError(`"${waited}" has a failure edge, so nothing can wait for it and others`);
  }
  return { edges, choices, failures };
}

function must(known: ReadonlySet<string>, name: string): void {
  if (!known.has(name)) throw new TypeError(`there is no step "${name}"`);
}
