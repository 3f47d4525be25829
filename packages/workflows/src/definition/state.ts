import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { Found } from "./blueprint.ts";

/** A state that does not fit the workflow's schema. Names the place, never the value. */
class StateUnfit extends Error {
  override readonly name = "StateUnfit";
}

/**
 * Returns a step's update as one JSON text per key. We store texts so that a store that revives
 * objects finds none in tool output.
 */
export function textsOf(shape: z.core.$ZodShape, update: unknown): Record<string, string> {
  if (!isPlain(update)) throw new StateUnfit("it is no plain object");
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
  if (schema === undefined) throw new StateUnfit("it has a key that the state does not have");
  const reading = z.safeParse(schema, value);
  const json = z.json().safeParse(reading.data);
  if (!reading.success || !json.success) {
    throw new StateUnfit(`what it says of "${key}" does not fit`, { cause: reading.error });
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
