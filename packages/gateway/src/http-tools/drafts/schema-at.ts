import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";

/** Limit of chained references. */
const maxSteps = 8;

/** Returns the schema of an argument by its JSON Pointer. */
export function schemaAt(input: JsonObject, argument: string): JsonValue | undefined {
  let here: JsonValue | undefined = followed(input, input);
  for (const name of pointerTokens(argument)) {
    const properties = isJsonObject(here) ? own(here, "properties") : undefined;
    here = isJsonObject(properties) ? own(properties, name) : undefined;
    if (here === undefined) return undefined;
    here = followed(here, input);
  }
  return here;
}

/**
 * Resolves a reference, also for list items. Sibling keywords apply too, so they are merged with
 * the target.
 */
export function followed(schema: JsonValue, root: JsonObject, max = maxSteps): JsonValue {
  if (!isJsonObject(schema) || max === 0) return schema;
  const { $ref: reference, ...beside } = schema;
  if (typeof reference === "string" && reference.startsWith("#/")) {
    const target = valueAt(root, reference.slice(1));
    return isJsonObject(target) ? followed({ ...target, ...beside }, root, max - 1) : schema;
  }
  const items = own(schema, "items");
  return items === undefined ? schema : { ...schema, items: followed(items, root, max - 1) };
}
