import { isJsonArray, isJsonObject, type JsonSchema, own } from "../contract/json.ts";
import { dereferenced, namesIn } from "./schema-shape.ts";

/** Schemas that apply together: one way in which a value may fit. */
export type Alternative = readonly JsonSchema[];

/** More than any honest schema has; the excess is dropped instead of multiplied. */
const maxAlternatives = 64;
const maxBranchings = 16;
const maxDepth = 16;

/**
 * Returns the ways in which a value may fit a schema. Follows `$ref`, `allOf`, `anyOf` and `oneOf`.
 */
export function alternativesOf(schema: JsonSchema, root: JsonSchema): readonly Alternative[] {
  // Memoized: otherwise nested references would multiply.
  const known = new Map<JsonSchema, readonly Alternative[]>();
  const waysOf = (given: JsonSchema, depth: number): readonly Alternative[] => {
    const here = dereferenced(given, root);
    const ways = known.get(here) ?? worked(here, depth);
    return here === given ? ways : ways.map((way) => [given, ...way]);
  };
  const worked = (here: JsonSchema, depth: number): readonly Alternative[] => {
    // Stops the recursion of a schema that contains itself.
    known.set(here, [[here]]);
    const below = (each: JsonSchema): readonly Alternative[] =>
      depth === maxDepth ? [[each]] : waysOf(each, depth + 1);
    const ways = combined(here, [
      ...schemasIn(here, "allOf").map(below),
      ...["anyOf", "oneOf"].map((keyword) => schemasIn(here, keyword).flatMap(below)),
    ]);
    known.set(here, ways);
    return ways;
  };
  return waysOf(schema, 0);
}

/**
 * Merges what an alternative says about one property into one schema. Undefined if it says nothing.
 */
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

/** Returns every combination of one alternative per part, each with the schema itself. */
function combined(
  schema: JsonSchema,
  parts: readonly (readonly Alternative[])[],
): readonly Alternative[] {
  const certain = parts.flatMap((part) => (part.length === 1 ? part.flat() : []));
  const open = parts.filter((part) => part.length > 1).slice(0, maxBranchings);
  return open.reduce<readonly Alternative[]>(
    (ways, part) =>
      ways
        .flatMap((way) => part.map((other) => [way, other] as const))
        .slice(0, maxAlternatives)
        .map(([way, other]) => joined(way, other)),
    [joined([schema], certain)],
  );
}

function joined(one: Alternative, other: Alternative): Alternative {
  return [...new Set([...one, ...other])];
}

function schemasIn(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const value = own(schema, keyword);
  return isJsonArray(value) ? value.filter((each) => isJsonObject(each)) : [];
}
