import { isJsonObject, type JsonSchema, own } from "./json.ts";

/** Stands in a contract for an input schema that its tool came without. Accepts no value at all. */
export const noInput: JsonSchema = { not: {} };

/** Whether a schema is the stand-in, or one that says the same: no call can fit it. */
export function isNoInput(schema: JsonSchema): boolean {
  const not = own(schema, "not");
  return Object.keys(schema).length === 1 && isJsonObject(not) && Object.keys(not).length === 0;
}
