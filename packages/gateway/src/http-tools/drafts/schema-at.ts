import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  stepsOf,
  valueAt,
} from "@toolcourt/sdk";

/** How many references may lead from one to the next. */
const mostSteps = 8;

/** The schema of an argument, which is named by a JSON Pointer into the arguments. */
export function schemaAt(input: JsonObject, argument: string): JsonValue | undefined {
  let here: JsonValue | undefined = followed(input, input);
  for (const name of stepsOf(argument)) {
    const properties = isJsonObject(here) ? own(here, "properties") : undefined;
    here = isJsonObject(properties) ? own(properties, name) : undefined;
    if (here === undefined) return undefined;
    here = followed(here, input);
  }
  return here;
}

/**
 * A schema in the place of the reference to it, and so for the values of a list. What stands beside a
 * reference holds as well, so whatever is promised by the two of them together is promised by both.
 */
export function followed(schema: JsonValue, root: JsonObject, most = mostSteps): JsonValue {
  if (!isJsonObject(schema) || most === 0) return schema;
  const { $ref: reference, ...beside } = schema;
  if (typeof reference === "string" && reference.startsWith("#/")) {
    const target = valueAt(root, reference.slice(1));
    return isJsonObject(target) ? followed({ ...target, ...beside }, root, most - 1) : schema;
  }
  const items = own(schema, "items");
  return items === undefined ? schema : { ...schema, items: followed(items, root, most - 1) };
}
