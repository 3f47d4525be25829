import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  subschemas,
} from "@toolcourt/sdk";
import type { Dialect } from "./dialect.ts";
import { hasAny, listAt, mapAt } from "./keywords.ts";
import { indexReferences, type References, referencesFrom } from "./references.ts";

/** Returns the same value if there is nothing to fill in, otherwise a copy. */
export type FillDefaults = (value: JsonValue) => JsonValue;

/**
 * Creates a function that fills in defaults through properties, items, references and `allOf`.
 * Skips alternatives: the applicable one is unknown before validation. Undefined if the schema
 * declares no default.
 */
export function createFillDefaults(schema: JsonSchema, dialect: Dialect): FillDefaults | undefined {
  const declares = [...subschemas(schema)].some((place) => Object.hasOwn(place.schema, "default"));
  if (!declares) return undefined;
  const scene: Filling = {
    references: indexReferences(schema, dialect),
    ignoresNeighbors: dialect === "draft-07",
  };
  return (value) => fill(scene, schema, value);
}

interface Filling {
  readonly references: References;
  /** In draft-07 the siblings of `$ref` are ignored. */
  readonly ignoresNeighbors: boolean;
}

function fill(filling: Filling, schema: JsonSchema, value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  let filled: JsonValue = value;
  for (const layer of layersOf(filling, schema)) {
    if (isJsonArray(filled)) filled = fillItems(filling, layer, filled);
    else if (isJsonObject(filled)) filled = fillProperties(filling, layer, filled);
  }
  return filled;
}

/** Returns the schema and all that apply unconditionally to the same value, each once. */
function layersOf(
  { references, ignoresNeighbors }: Filling,
  schema: JsonSchema,
): ReadonlySet<JsonSchema> {
  const layers = new Set([schema]);
  for (const layer of layers) {
    const referred = referencesFrom(references, layer);
    for (const { target } of referred) if (target.kind === "schema") layers.add(target.schema);
    if (ignoresNeighbors && referred.length > 0) continue;
    for (const branch of listAt(layer, "allOf")) if (isJsonObject(branch)) layers.add(branch);
  }
  return layers;
}

function fillProperties(filling: Filling, schema: JsonSchema, object: JsonObject): JsonObject {
  if (isSilenced(filling, schema)) return object;
  const changed: [string, JsonValue][] = [];
  for (const [name, property] of Object.entries(mapAt(schema, "properties"))) {
    if (!isJsonObject(property)) continue;
    const given = own(object, name);
    // A filled-in default is taken as it is: a recursive default would grow forever.
    const filled =
      given === undefined ? defaultOf(filling, property) : fill(filling, property, given);
    if (filled !== undefined && filled !== given) changed.push([name, filled]);
  }
  // Built from entries: assignment would set the prototype for the name `__proto__`.
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) };
}

function fillItems(filling: Filling, schema: JsonSchema, items: JsonArray): JsonArray {
  if (isSilenced(filling, schema)) return items;
  const schemaAt = itemSchemas(schema);
  const filled = items.map((item, i) => {
    const applied = schemaAt(i);
    return isJsonObject(applied) ? fill(filling, applied, item) : item;
  });
  return filled.some((item, i) => item !== items[i]) ? filled : items;
}

/** 2020-12 uses `prefixItems` and `items`; earlier dialects used `items` and `additionalItems`. */
function itemSchemas(schema: JsonSchema): (i: number) => JsonValue | undefined {
  const isNew = hasAny(schema, ["prefixItems"]);
  const heads = listAt(schema, isNew ? "prefixItems" : "items");
  const rest = own(schema, isNew || heads.length === 0 ? "items" : "additionalItems");
  return (i) => (i < heads.length ? heads[i] : rest);
}

function defaultOf(filling: Filling, schema: JsonSchema): JsonValue | undefined {
  for (const layer of layersOf(filling, schema)) {
    const declared = isSilenced(filling, layer) ? undefined : own(layer, "default");
    if (declared !== undefined && hasDeclaredType(layer, declared))
      return structuredClone(declared);
  }
  return undefined;
}

/** Many servers write `default: null` beside `type: "string"` and mean no default. */
function hasDeclaredType(schema: JsonSchema, value: JsonValue): boolean {
  const type = own(schema, "type");
  if (type === undefined) return true;
  return (isJsonArray(type) ? type : [type]).some((name) => typesOf(value).includes(name));
}

function typesOf(value: JsonValue): readonly JsonValue[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "number")
    return Number.isInteger(value) ? ["number", "integer"] : ["number"];
  return [typeof value];
}

function isSilenced({ ignoresNeighbors }: Filling, schema: JsonSchema): boolean {
  return ignoresNeighbors && typeof own(schema, "$ref") === "string";
}
