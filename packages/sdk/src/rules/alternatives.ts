import { isJsonArray, isJsonObject, type JsonSchema, own } from "../contract/json.ts";
import { dereferenced, namesIn } from "./schema-shape.ts";

/** Schemas that hold together: one way in which a value may fit. */
export type Alternative = readonly JsonSchema[];

/** More than any honest schema has; the rest is left out rather than multiplied. */
const mostAlternatives = 64;
const mostBranchings = 16;
const mostDepth = 16;

/** The ways in which a value may fit a schema, with `$ref`, `allOf`, `anyOf` and `oneOf` followed. */
export function alternativesOf(schema: JsonSchema, root: JsonSchema): readonly Alternative[] {
  // What is referred to many times is worked out once, or references to references would multiply.
  const known = new Map<JsonSchema, readonly Alternative[]>();
  const waysOf = (given: JsonSchema, depth: number): readonly Alternative[] => {
    const here = dereferenced(given, root);
    const ways = known.get(here) ?? worked(here, depth);
    return here === given ? ways : ways.map((way) => [given, ...way]);
  };
  const worked = (here: JsonSchema, depth: number): readonly Alternative[] => {
    // A schema that holds itself finds this instead of going round.
    known.set(here, [[here]]);
    const below = (each: JsonSchema): readonly Alternative[] =>
      depth === mostDepth ? [[each]] : waysOf(each, depth + 1);
    const ways = combined(here, [
      ...schemasIn(here, "allOf").map(below),
      ...["anyOf", "oneOf"].map((keyword) => schemasIn(here, keyword).flatMap(below)),
    ]);
    known.set(here, ways);
    return ways;
  };
  return waysOf(schema, 0);
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

/** Every way to pick one alternative of each part, each together with the schema itself. */
function combined(
  schema: JsonSchema,
  parts: readonly (readonly Alternative[])[],
): readonly Alternative[] {
  const certain = parts.flatMap((part) => (part.length === 1 ? part.flat() : []));
  const open = parts.filter((part) => part.length > 1).slice(0, mostBranchings);
  return open.reduce<readonly Alternative[]>(
    (ways, part) =>
      ways
        .flatMap((way) => part.map((other) => [way, other] as const))
        .slice(0, mostAlternatives)
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
