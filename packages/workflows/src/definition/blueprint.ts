import { digestOf, type JsonObject } from "@toolcourt/sdk";
import type { Failures } from "./failure.ts";
import type { Edges } from "./flow.ts";
import type { Step } from "./step.ts";

/** The graph of a workflow as data, which a run is built from. */
export interface Blueprint<State> {
  readonly name: string;
  readonly steps: ReadonlyMap<string, Step<State, unknown>>;
  readonly edges: Edges<State>;
  /** The keys of the state. */
  readonly keys: readonly string[];
  /** What a step adds, checked, a JSON text for each key. Throws for what the state does not have. */
  readonly toTexts: (update: unknown) => Readonly<Record<string, string>>;
  /** The state as functions of the author see it. Nobody can write to it. */
  readonly toState: (params: JsonObject, found: Found) => State;
  readonly maxRounds: number;
  /** Another one when anything of the graph is another, code of its functions included. */
  readonly digest: string;
}

/** What the steps of a run have found out so far. */
export interface Found {
  /** A JSON text for each key of the state. */
  readonly texts: Readonly<Record<string, string>>;
  readonly failures: Failures;
}

/** The tools that a graph calls, each once. */
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

/** A run goes on only in the graph that it began in, and this is how a graph is told from another. */
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
