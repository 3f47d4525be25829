import { digestOf, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { Edges } from "./flow.ts";
import type { Failures, Step } from "./step.ts";

/** The graph of a workflow as data. Runs are built from it. */
export interface Blueprint<State> {
  readonly name: string;
  readonly steps: ReadonlyMap<string, Step<State, unknown>>;
  readonly edges: Edges<State>;
  /** The schema of each key of the state. */
  readonly shape: z.core.$ZodShape;
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

interface Described extends Pick<Blueprint<never>, "name" | "shape" | "steps" | "edges"> {
  readonly version: string;
}

/** Returns the identity of a graph. A run resumes only in the graph it began in. */
export function graphDigest({ name, version, shape, steps, edges }: Described): string {
  return digestOf({
    name,
    version,
    keys: Object.keys(shape),
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

/** A state that does not fit the workflow's schema. Names the place, never the value. */
class StateUnfit extends Error {
  override readonly name = "StateUnfit";
}

/**
 * Returns a step's update as one JSON text per key. Throws for keys the state does not have. We
 * store texts so that a store that revives objects finds none in tool output.
 */
export function textsOf(
  { shape }: Pick<Blueprint<never>, "shape">,
  update: unknown,
): Record<string, string> {
  if (!isPlain(update)) throw new StateUnfit("it is not a plain object");
  const added = Object.entries(update).filter(([, value]) => value !== undefined);
  return Object.fromEntries(added.map(([key, value]) => [key, textOf(shape, key, value)]));
}

// A promise is an object too, but none of it would be stored.
function isPlain(update: unknown): update is object {
  if (typeof update !== "object" || update === null) return false;
  const prototype: unknown = Object.getPrototypeOf(update);
  return prototype === Object.prototype || prototype === null;
}

function textOf(shape: z.core.$ZodShape, key: string, value: unknown): string {
  const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (schema === undefined) throw new StateUnfit("the state has no such key");
  const reading = z.safeParse(schema, value);
  const json = z.json().safeParse(reading.data);
  if (!reading.success || !json.success) {
    throw new StateUnfit(`the value of "${key}" does not fit`, { cause: reading.error });
  }
  return JSON.stringify(json.data);
}

/**
 * Returns params and state as one deeply frozen object. An in-place change would be lost on resume.
 * The blueprint gives the type of the state.
 */
export function stateOf<State>(
  _: Blueprint<State>,
  params: JsonObject,
  { texts, failures }: Found,
): State {
  const values = Object.entries(texts).map(([key, text]): [string, unknown] => [
    key,
    JSON.parse(text),
  ]);
  const own = { params: structuredClone(params), failures: structuredClone(failures) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- params and texts were checked by the blueprint's schemas before they were kept
  return frozen({ ...Object.fromEntries(values), ...own }) as State;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
