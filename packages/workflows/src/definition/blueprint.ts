import { digestOf, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { Edges } from "./flow.ts";
import type { Failures, Step } from "./step.ts";

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

interface Described {
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

/** A state that does not fit the workflow's schema. Names the place, never the value. */
class StateUnfit extends Error {
  override readonly name = "StateUnfit";
}

/**
 * Returns a step's update as one JSON text per key. We store texts so that a store that revives
 * objects finds none in tool output.
 */
export function textsOf(shape: z.core.$ZodShape, update: unknown): Record<string, string> {
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
 */
export function stateOf(params: JsonObject, { texts, failures }: Found): object {
  const values = Object.entries(texts).map(([key, text]): [string, unknown] => [
    key,
    JSON.parse(text),
  ]);
  const own = { params: structuredClone(params), failures: structuredClone(failures) };
  return frozen({ ...Object.fromEntries(values), ...own });
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
