import { END } from "@langchain/langgraph";
import type { JsonObject } from "@toolcourt/sdk";
import { type Blueprint, stateOf } from "../definition/blueprint.ts";
import type { Choice, Edge } from "../definition/flow.ts";
import { asStop } from "./stops.ts";
import { foundIn, type Values } from "./values.ts";

/** A conditional transition after a step. */
export interface Fork {
  readonly from: string;
  readonly choose: (values: Values) => string[];
  readonly targets: readonly string[];
}

export interface Transitions {
  /** Unconditional edges. */
  readonly edges: readonly Edge[];
  readonly forks: readonly Fork[];
}

interface Drawn<State> {
  readonly blueprint: Blueprint<State>;
  readonly params: JsonObject;
}

/**
 * Returns the edges of a graph. All edges from a step with a failure edge merge into one fork,
 * because only one side is taken.
 */
export function transitionsOf<State>(drawn: Drawn<State>): Transitions {
  const { edges, choices, failures } = drawn.blueprint.edges;
  const isSure = (step: string): boolean => !failures.has(step);
  return {
    edges: edges.filter(({ from }) => from.every(isSure)),
    forks: [
      ...choices.filter(({ from }) => isSure(from)).map((choice) => forkOf(choice, drawn)),
      ...[...failures].map(([from, failed]) => failureFork({ from, failed }, drawn)),
    ],
  };
}

function forkOf<State>(choice: Choice<State>, drawn: Drawn<State>): Fork {
  const choose = chooser(choice, drawn);
  return { from: choice.from, choose: (values) => [choose(values)], targets: choice.targets };
}

/** Returns a fork to the failure target on failure, and to the step's usual targets otherwise. */
function failureFork<State>(
  { from, failed }: { readonly from: string; readonly failed: string },
  drawn: Drawn<State>,
): Fork {
  const { edges, choices } = drawn.blueprint.edges;
  const next = edges.flatMap((edge) => (edge.from.includes(from) ? [edge.to] : []));
  const chosen = choices.filter((choice) => choice.from === from);
  const choosers = chosen.map((choice) => chooser(choice, drawn));
  const targets = new Set([failed, END, ...next, ...chosen.flatMap((choice) => choice.targets)]);
  return {
    from,
    targets: [...targets],
    choose: (values) => {
      if (foundIn(values).failures[from] !== undefined) return [failed];
      const all = new Set([...next, ...choosers.map((choose) => choose(values))]);
      return all.size === 0 ? [END] : [...all];
    },
  };
}

function chooser<State>(
  { from, choose, targets }: Choice<State>,
  { blueprint, params }: Drawn<State>,
): (values: Values) => string {
  return (values) => {
    try {
      const chosen = choose(stateOf(blueprint, params, foundIn(values)));
      if (!targets.includes(chosen)) throw new TypeError("The choice is not among the targets.");
      return chosen;
    } catch (error) {
      throw asStop(from, error);
    }
  };
}
