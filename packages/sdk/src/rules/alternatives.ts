import { isJsonArray, isJsonObject, type JsonSchema, own } from "../contract/json.ts";
import { dereferenced, namesIn } from "./schema-shape.ts";

/** Schemas that hold together: one way in which a value may fit. */
export type Alternative = readonly JsonSchema[];

/** More ways than any honest schema has; the rest is left out rather than multiplied. */
const mostAlternatives = 64;
const mostDepth = 16;

/** The ways in which a value may fit a schema, with `$ref`, `allOf`, `anyOf` and `oneOf` followed. */
export function alternativesOf(
  schema: JsonSchema,
  root: JsonSchema,
  depth = 0,
): readonly Alternative[] {
  const here = dereferenced(schema, root);
  let ways: readonly Alternative[] = [here === schema ? [schema] : [schema, here]];
  if (depth === mostDepth) return ways;
  const below = (each: JsonSchema): readonly Alternative[] => alternativesOf(each, root, depth + 1);
  for (const part of schemasIn(here, "allOf")) ways = combined(ways, below(part));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schemasIn(here, keyword);
    if (branches.length > 0) ways = combined(ways, branches.flatMap(below));
  }
  return ways;
}

/** What the schemas of an alternative say about one property, as one schema; undefined when nothing. */
export function propertyOf(alternative: Alternative, name: string): JsonSchema | undefined {
  const found = alternative.flatMap((schema) => {
    const properties = own(schema, "properties");
    const property = isJsonObject(properties) ? own(properties, name) : undefined;
    return isJsonObject(property) ? [property] : [];
  });
  return found.length > 1 ? { allOf: found } : found[0];
}

export function isRequired(alternative: Alternative, name: string): boolean {
  return alternative.some((schema) => namesIn(own(schema, "required")).includes(name));
}

function combined(
  left: readonly Alternative[],
  right: readonly Alternative[],
): readonly Alternative[] {
  return left.flatMap((one) => right.map((other) => [...one, ...other])).slice(0, mostAlternatives);
}

function schemasIn(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const value = own(schema, keyword);
  return isJsonArray(value) ? value.filter((each) => isJsonObject(each)) : [];
}
