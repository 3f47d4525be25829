import { type JsonObject, type JsonValue, step, stepsOf, valueAt } from "@toolcourt/sdk";

/** The schema of an argument, which is named by a JSON Pointer into the arguments. */
export function schemaAt(input: JsonObject, argument: string): JsonValue | undefined {
  const place = stepsOf(argument).map((name) => `/properties${step(name)}`);
  return valueAt(input, place.join(""));
}
