import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonSchema,
  type JsonValue,
} from "@toolcourt/sdk";
import { listAt, mapAt, textsIn } from "../schemas/keywords.ts";
import { jsonTypes, typesBeside, typesOf } from "./json-types.ts";

type Negate = (value: JsonValue, schema: JsonSchema) => readonly JsonSchema[];

/**
 * Schemas whose values a keyword refuses, closest to accepted first. Each names the keyword's type,
 * because a keyword ignores values of other types.
 */
const negations: ReadonlyMap<string, Negate> = new Map<string, Negate>([
  ["type", (types) => otherTypes(namesIn(types))],
  ["enum", (values) => (isJsonArray(values) ? otherThan(values) : [])],
  ["const", (value) => otherThan([value])],
  ["minimum", (limit) => nearNumbers({ exclusiveMaximum: limit }, below(limit))],
  ["maximum", (limit) => nearNumbers({ exclusiveMinimum: limit }, above(limit))],
  ["exclusiveMinimum", (limit) => nearNumbers({ maximum: limit }, below(limit))],
  ["exclusiveMaximum", (limit) => nearNumbers({ minimum: limit }, above(limit))],
  ["multipleOf", (divisor) => [{ type: "number", not: { multipleOf: divisor } }]],
  ["minLength", (limit) => fewer("string", "maxLength", limit)],
  ["maxLength", (limit) => more("string", "minLength", limit)],
  ["pattern", (pattern) => [{ type: "string", not: { pattern } }]],
  ["minItems", (limit) => fewer("array", "maxItems", limit)],
  ["maxItems", (limit) => more("array", "minItems", limit)],
  [
    "uniqueItems",
    (isWanted) => (isWanted === true ? [{ type: "array", not: { uniqueItems: true } }] : []),
  ],
  ["minProperties", (limit) => fewer("object", "maxProperties", limit)],
  ["maxProperties", (limit) => more("object", "minProperties", limit)],
  [
    "required",
    (names) => textsIn(names).map((name) => ({ type: "object", properties: { [name]: false } })),
  ],
  ["properties", (properties) => mapped(properties, (name) => ({ required: [name] }))],
  ["patternProperties", (patterns) => mapped(patterns, () => ({}))],
  ["additionalProperties", unknownMember],
  ["unevaluatedProperties", unknownMember],
  [
    "propertyNames",
    (names) => [{ type: "object", minProperties: 1, propertyNames: { not: names } }],
  ],
  ["dependentRequired", dependency],
  ["dependentSchemas", dependency],
  ["dependencies", dependency],
  ["items", refusedItems],
  ["prefixItems", (schemas) => (isJsonArray(schemas) ? refusedPrefix(schemas, "prefixItems") : [])],
  ["additionalItems", (rest, schema) => refusedRest(rest, listAt(schema, "items").length)],
  ["unevaluatedItems", (rest, schema) => refusedRest(rest, listAt(schema, "prefixItems").length)],
  [
    "contains",
    (contained) => [
      { type: "array", maxItems: 0 },
      { type: "array", minItems: 1, items: { not: contained } },
    ],
  ],
  ["allOf", (branches) => (isJsonArray(branches) ? branches.map((not) => ({ not })) : [])],
  ["anyOf", (branches) => (isJsonArray(branches) ? noneOf(branches) : [])],
  [
    "oneOf",
    (branches) => (isJsonArray(branches) ? [...noneOf(branches), ...pairsOf(branches)] : []),
  ],
  ["not", (refused) => (isJsonObject(refused) ? [refused] : refused === true ? [{}] : [])],
  ["$ref", (_, schema) => [{ not: { $ref: schema["$ref"] ?? "" } }]],
]);

/** Keywords whose `not` is kept as is: the value generators handle it. */
export const plainNots: readonly string[] = "enum const multipleOf pattern uniqueItems".split(" ");

/** Returns ways to violate one keyword of a schema, closest to valid first. */
export function negationsOfKeyword(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  if (keyword === "then" || keyword === "else") return negatedBranch(schema, keyword);
  return negations.get(keyword)?.(value, schema) ?? [];
}

/** Returns schemas whose values the schema refuses, one per way to violate a keyword. */
export function negationsOf(schema: JsonValue): readonly JsonSchema[] {
  if (schema === false) return [{}];
  if (!isJsonObject(schema)) return [];
  return Object.keys(schema).flatMap((keyword) => negationsOfKeyword(schema, keyword));
}

function negatedBranch(schema: JsonSchema, keyword: "then" | "else"): readonly JsonSchema[] {
  const { if: condition, [keyword]: branch } = schema;
  if (condition === undefined || branch === undefined) return [];
  return [{ allOf: [keyword === "then" ? condition : { not: condition }, { not: branch }] }];
}

function otherTypes(names: readonly string[]): readonly JsonSchema[] {
  const isWhole = names.includes("integer") && !names.includes("number");
  const fraction = isWhole ? [{ type: "number", not: { multipleOf: 1 } }] : [];
  const others = typesBeside(names).filter((type) => type !== "number" || !isWhole);
  return [...fraction, ...others.map((type) => ({ type }))];
}

function namesIn(types: JsonValue): readonly string[] {
  return isJsonArray(types) ? textsIn(types) : typeof types === "string" ? [types] : [];
}

function otherThan(values: JsonArray): readonly JsonSchema[] {
  const types = jsonTypes.filter((type) => values.some((value) => typesOf(value).includes(type)));
  return [{ type: types, not: { enum: values } }, { not: { enum: values } }];
}

/** Returns numbers beyond a bound: its neighbors first, then all. */
function nearNumbers(beyond: JsonSchema, within: JsonSchema): readonly JsonSchema[] {
  return [
    { type: "number", ...beyond, ...within },
    { type: "number", ...beyond },
  ];
}

function below(limit: JsonValue): JsonSchema {
  return typeof limit === "number" ? { minimum: limit - 1 } : {};
}

function above(limit: JsonValue): JsonSchema {
  return typeof limit === "number" ? { maximum: limit + 1 } : {};
}

function fewer(type: string, keyword: string, limit: JsonValue): readonly JsonSchema[] {
  return typeof limit === "number" && limit >= 1 ? [{ type, [keyword]: Math.ceil(limit) - 1 }] : [];
}

function more(type: string, keyword: string, limit: JsonValue): readonly JsonSchema[] {
  return typeof limit === "number" ? [{ type, [keyword]: Math.floor(limit) + 1 }] : [];
}

/** Returns an object with a member that a schema of `properties` or `patternProperties` refuses. */
function mapped(schemas: JsonValue, beside: (name: string) => JsonSchema): readonly JsonSchema[] {
  if (!isJsonObject(schemas)) return [];
  return Object.entries(schemas).map(([name, schema]) => ({
    type: "object",
    properties: { [name]: { not: schema } },
    ...beside(name),
  }));
}

/** A name unlikely to occur in any schema. */
const unknownName = "unknown_argument";

function unknownMember(value: JsonValue, schema: JsonSchema): readonly JsonSchema[] {
  if (value !== false && negationsOf(value).length === 0) return [];
  const known = mapAt(schema, "properties");
  const name = Object.hasOwn(known, unknownName) ? `${unknownName}_2` : unknownName;
  const refused = value === false ? true : { not: value };
  return [{ type: "object", properties: { [name]: refused }, required: [name] }];
}

function dependency(dependencies: JsonValue): readonly JsonSchema[] {
  if (!isJsonObject(dependencies)) return [];
  return Object.entries(dependencies).flatMap(([name, asked]): readonly JsonSchema[] =>
    isJsonArray(asked)
      ? textsIn(asked).map((other) => ({
          type: "object",
          required: [name],
          properties: { [other]: false },
        }))
      : [{ type: "object", required: [name], allOf: [{ not: asked }] }],
  );
}

function refusedItems(items: JsonValue, schema: JsonSchema): readonly JsonSchema[] {
  if (isJsonArray(items)) return refusedPrefix(items, "items");
  return refusedRest(items, listAt(schema, "prefixItems").length);
}

function refusedPrefix(schemas: JsonArray, keyword: string): readonly JsonSchema[] {
  return schemas.map((not, index) => ({
    type: "array",
    minItems: index + 1,
    [keyword]: [...schemas.slice(0, index), { not }],
  }));
}

function refusedRest(rest: JsonValue, after: number): readonly JsonSchema[] {
  if (rest !== false && negationsOf(rest).length === 0) return [];
  const heads = Array.from({ length: after }, () => true);
  const not = rest === false ? {} : { not: rest };
  return [
    {
      type: "array",
      minItems: after + 1,
      ...(after > 0 ? { prefixItems: heads } : {}),
      items: not,
    },
  ];
}

function noneOf(branches: JsonArray): readonly JsonSchema[] {
  const isOpen = branches.some((branch) => negationsOf(branch).length === 0);
  return isOpen ? [] : [{ allOf: branches.map((not) => ({ not })) }];
}

/** Returns schemas for values that two branches accept at once. */
function pairsOf(branches: JsonArray): readonly JsonSchema[] {
  return branches.flatMap((first, index) =>
    branches.slice(index + 1).map((second) => ({ allOf: [first, second] })),
  );
}
