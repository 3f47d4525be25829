import type { Terms } from "@toolcourt/sdk";
import type { z } from "zod";
import { type Blueprint, graphDigest } from "./blueprint.ts";
import type { StateOf, UpdateOf, WorkflowDefinition } from "./definition.ts";
import { draw, type Edges, type Flow } from "./flow.ts";
import { isStep, type Step, StepKinds } from "./step.ts";

/** The parameter that names a run. */
export const runName = "workflow_run";

const defaultRounds = 25;
const maxRoundsEver = 1_000;

/**
 * Builds the blueprint. Throws a `TypeError` with the workflow and the location if steps and edges
 * form no valid graph.
 */
export function drawBlueprint<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
>(definition: WorkflowDefinition<P, R, S, Name>): Blueprint<StateOf<P, S>> {
  type State = StateOf<P, S>;
  const { name, version, parameters, state, maxRounds = defaultRounds } = definition;
  const { shape } = state;
  const steps = new Map<string, Step<State, UpdateOf<S>>>(
    Object.entries(definition.steps(new StepKinds())),
  );

  const check = (place: string, problem: string | undefined): void => {
    if (problem !== undefined) throw new TypeError(`Tool "${name}", ${place}: ${problem}.`);
  };
  check("/steps", stepsProblem(steps) ?? categoryProblem(definition.category, steps));
  check("/state", Object.keys(shape).map(keyProblem).find(Boolean));
  check(
    "/parameters",
    runName in parameters.shape ? `${runName} is added by defineWorkflow` : undefined,
  );
  check("/maxRounds", roundsProblem(maxRounds));
  const edges = edgesOf<State, Name>(name, [...steps.keys()], definition.graph);
  check("/graph", failuresProblem(edges.failures, steps));

  return {
    name,
    steps,
    edges,
    shape,
    maxRounds,
    digest: graphDigest({ name, version, shape, steps, edges }),
  };
}

type Steps = ReadonlyMap<string, Step<never, unknown>>;

const stepForm = /^[a-z][a-z0-9-]{0,62}$/;

function stepsProblem(steps: Steps): string | undefined {
  for (const [name, step] of steps) {
    if (!stepForm.test(name)) return "name steps in kebab-case, with at most 63 characters";
    if (!isStep(step)) return `"${name}" was not made by readStep, toolStep or pureStep`;
  }
  const callsTools = [...steps.values()].some(({ kind }) => kind === "tool");
  return callsTools ? undefined : "no step calls a tool";
}

/** A workflow declared read-only must not contain a step that can change things. */
function categoryProblem(category: Terms["category"], steps: Steps): string | undefined {
  if (category === "mutation") return undefined;
  const changing = [...steps].find(([, step]) => step.kind === "tool" && !step.isRead);
  return changing && `"${changing[0]}" is not a readStep, so the category must be mutation`;
}

/**
 * A pure step cannot be refused. If it throws, the workflow is broken, so a failure edge is an
 * error.
 */
function failuresProblem(failures: ReadonlyMap<string, string>, steps: Steps): string | undefined {
  const pure = [...failures.keys()].find((name) => steps.get(name)?.kind === "pure");
  return pure && `"${pure}" calls no tool, so it has no failure edge`;
}

function keyProblem(key: string): string | undefined {
  return ["params", "failures", "__proto__"].includes(key)
    ? `the name ${key} is reserved`
    : undefined;
}

function roundsProblem(rounds: number): string | undefined {
  const isCount = Number.isSafeInteger(rounds) && rounds >= 1 && rounds <= maxRoundsEver;
  return isCount ? undefined : `expected a number from 1 to ${maxRoundsEver}`;
}

function edgesOf<State, Name extends string>(
  tool: string,
  names: readonly string[],
  graph: (flow: Flow<State, Name>) => unknown,
): Edges<State> {
  try {
    return draw(names, graph);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it cannot be drawn";
    throw new TypeError(`Tool "${tool}", /graph: ${why}.`, { cause });
  }
}
