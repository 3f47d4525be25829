import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { linksOf } from "../schemas/graph.ts";
import { listAt, mapAt } from "../schemas/keywords.ts";
import type { Goal } from "./draw-deps.ts";
import type { Layer, SchemaDocument } from "./layer.ts";
import { type GeneratorState, makeValue } from "./make-value.ts";
import { negationsOfKeyword } from "./negate.ts";

/** A value meant to violate one keyword at one location, and nothing else. */
export interface Breach {
  readonly keyword: string;
  /** JSON Pointer to the schema with the keyword. */
  readonly schemaPointer: string;
  /** JSON Pointer to the violation in the value. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A keyword at a location, and values meant to violate it, closest to valid first. */
interface BreachPlan {
  readonly keyword: string;
  readonly schemaPointer: string;
  readonly attempts: () => Generator<Breach>;
}

/** Keywords violated through their subschemas, which would be reported twice. */
const byTheirParts = new Set(
  "properties patternProperties items prefixItems allOf dependentSchemas $ref".split(" "),
);

/** Yields one plan per keyword of every schema that applies to a value. */
export function* breachesOf(
  document: SchemaDocument,
  state: GeneratorState,
): Generator<BreachPlan> {
  for (const schema of placesIn(document)) {
    const pointer = document.pointers.get(schema) ?? "";
    for (const { keyword, ways } of waysIn(schema)) {
      yield {
        keyword,
        schemaPointer: pointer,
        attempts: () => attempts({ document, state, schema, keyword, ways, pointer }),
      };
    }
  }
}

interface Ways {
  readonly keyword: string;
  readonly ways: readonly JsonSchema[];
}

function waysIn(schema: JsonSchema): readonly Ways[] {
  return Object.keys(schema).flatMap((keyword) => {
    const ways = isHeldByParts(schema, keyword) ? [] : negationsOfKeyword(schema, keyword);
    if (splits.has(keyword)) return ways.map((way) => ({ keyword, ways: [way] }));
    if (keyword === "oneOf") return noneOrTwo(schema).map((each) => ({ keyword, ways: each }));
    return ways.length === 0 ? [] : [{ keyword, ways }];
  });
}

/** Splits `oneOf`: no match and two matches are separate violations. */
function noneOrTwo(schema: JsonSchema): readonly (readonly JsonSchema[])[] {
  const none = negationsOfKeyword({ anyOf: listAt(schema, "oneOf") }, "anyOf");
  const two = negationsOfKeyword(schema, "oneOf").slice(none.length);
  return [none, two].filter((ways) => ways.length > 0);
}

/** Keywords with several parts, each violated on its own. */
const splits = new Set(["required", "dependentRequired", "dependencies"]);

function isHeldByParts(schema: JsonSchema, keyword: string): boolean {
  if (!byTheirParts.has(keyword)) return false;
  return !(keyword === "items" && schema[keyword] === false);
}

interface Attempting {
  readonly document: SchemaDocument;
  readonly state: GeneratorState;
  readonly schema: JsonSchema;
  readonly keyword: string;
  readonly ways: readonly JsonSchema[];
  readonly pointer: string;
}

const rounds = ["min", "varied", "varied", "max"] as const;

function* attempts(attempting: Attempting): Generator<Breach> {
  const { document, state, keyword, pointer: schemaPointer } = attempting;
  for (const measure of rounds) {
    for (const instead of insteadOf(attempting)) {
      const layers = [{ schema: instead, document }];
      const goal = goalFor(document, attempting.schema, layers);
      const made = makeValue(state, [{ schema: document.root, document }], {
        measure,
        goal,
      });
      if (made?.reached === undefined) continue;
      yield { keyword, schemaPointer, pointer: made.reached, value: made.value };
    }
  }
}

/** Yields the schema with one keyword negated: first with its other keywords, then alone. */
function* insteadOf({ schema, keyword, ways }: Attempting): Generator<JsonSchema> {
  for (const way of ways) {
    const neighbors = neighborsOf(schema, keyword, way);
    yield { ...neighbors, allOf: [...listAt(neighbors, "allOf"), way] };
  }
  for (const way of ways) yield way;
}

/**
 * Keywords that compete over the value itself: if one is violated, `enum` and `const` are dropped.
 */
const besideValues = new Set(["type", "enum", "const"]);

/** Returns the constraints of the other keywords once one is violated. */
function neighborsOf(schema: JsonSchema, keyword: string, way: JsonSchema): JsonSchema {
  if (keyword === "type") return {};
  const others = Object.entries(schema).filter(
    ([name]) =>
      name !== keyword &&
      !((name === "enum" || name === "const") && besideValues.has(keyword)) &&
      !(name === "type" && !Object.hasOwn(way, "type")),
  );
  if (keyword !== "required") return Object.fromEntries(others);
  // Only the name that must be missing is dropped.
  const missing = mapAt(way, "properties");
  const required = listAt(schema, "required").filter(
    (name) => typeof name !== "string" || !Object.hasOwn(missing, name),
  );
  return { ...Object.fromEntries(others), required };
}

/** Keywords whose subschemas are tests and need not match. */
const tests = new Set(["not", "if", "contains", "propertyNames", "contentSchema"]);

/** The schemas that can apply to a value, each with the schemas that lead to it. */
const paths = new WeakMap<SchemaDocument, ReadonlyMap<JsonSchema, readonly JsonSchema[]>>();

function pathsIn(document: SchemaDocument): ReadonlyMap<JsonSchema, readonly JsonSchema[]> {
  const known = paths.get(document);
  if (known !== undefined) return known;
  const found = new Map<JsonSchema, JsonSchema[]>([[document.root, []]]);
  for (const schema of found.keys()) {
    for (const { to, keyword } of linksOf(document.references, schema)) {
      if (tests.has(keyword)) continue;
      const before = found.get(to) ?? [];
      before.push(schema);
      found.set(to, before);
    }
  }
  paths.set(document, found);
  return found;
}

/** Returns the schemas of a document that can apply to a value, root first. */
function placesIn(document: SchemaDocument): readonly JsonSchema[] {
  return [...pathsIn(document).keys()];
}

/** Returns a goal for one schema of a document, with every path to it. */
function goalFor(document: SchemaDocument, target: JsonSchema, instead: readonly Layer[]): Goal {
  const before = pathsIn(document);
  const leads = new Set<JsonSchema>([target]);
  for (const schema of leads) for (const each of before.get(schema) ?? []) leads.add(each);
  return { target, instead, leads: new Set<JsonValue>(leads) };
}
