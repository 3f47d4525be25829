import { isJsonObject, type JsonSchema, own } from "./json.ts";

/** Stand-in for a missing input schema. Accepts no value at all. */
export const noInput: JsonSchema = { not: {} };

/** Returns whether a schema is the stand-in or an equivalent: no call can fit it. */
export function isNoInput(schema: JsonSchema): boolean {
  const not = own(schema, "not");
  return Object.keys(schema).length === 1 && isJsonObject(not) && Object.keys(not).length === 0;
}
