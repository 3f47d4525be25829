import { digestOf, type JsonObject } from "@toolcourt/sdk";
import type { Failures } from "./failure.ts";
import type { Edges } from "./flow.ts";
import type { Step } from "./step.ts";

/** The graph of a workflow as data. Runs are built from it. */
export interface Blueprint<State> {
  readonly name: string;
  readonly steps: ReadonlyMap<string, Step<State, unknown>>;
  readonly edges: Edges<State>;
  /** The keys of the state. */
  readonly keys: readonly string[];
  /**
   * Checks a step's update and returns a JSON text per key. Throws for keys the state does not
   * have.
   */
  readonly toTexts: (update: unknown) => Readonly<Record<string, string>>;
  /** Returns the state as the author's functions see it. Deeply frozen. */
  readonly toState: (params: JsonObject, found: Found) => State;
  readonly maxRounds: number;
  /** Changes with any part of the graph, including the code of its functions. */
  readonly digest: string;
}

/** The state that the steps of a run have found so far. */
export interface Found {
  /** A JSON text for each key of the state. */
  readonly texts: Readonly<Record<string, string>>;
  readonly failures: Failures;
}

/** Returns the tools that a graph calls, without duplicates. */
export function toolsOf(steps: Iterable<Step<never, unknown>>): readonly string[] {
  const tools = [...steps].flatMap((step) => (step.kind === "tool" ? [step.tool] : []));
  return [...new Set(tools)];
}

export interface Described {
  readonly name: string;
  readonly version: string;
  readonly keys: readonly string[];
  readonly steps: ReadonlyMap<string, Step<never, unknown>>;
  readonly edges: Edges<never>;
}

/** Returns the identity of a graph. A run resumes only in the graph it began in. */
export function graphDigest({ name, version, keys, steps, edges }: Described): string {
  return digestOf({
    name,
    version,
    keys: [...keys],
    steps: [...steps].map(([step, what]) => [step, ...described(what)]),
    edges: edges.edges.map(({ from, to }) => [[...from], to]),
    ...(edges.failures.size > 0 && { failures: [...edges.failures] }),
    choices: edges.choices.map(({ from, choose, targets }) => [from, String(choose), [...targets]]),
  });
}

function described(step: Step<never, unknown>): readonly string[] {
  if (step.kind === "pure") return ["pure", String(step.compute)];
  return [step.isRead ? "read" : "tool", step.tool, String(step.args), String(step.take)];
}
