import { isJsonObject, type JsonSchema, own, subschemas } from "@toolcourt/sdk";
import { array } from "./array.ts";
import type { Codec, Scope } from "./codec.ts";
import { jsonText } from "./json-text.ts";
import { isMap, map } from "./map.ts";
import { object } from "./object.ts";
import { simple, typeNames } from "./simple.ts";
import { union } from "./union.ts";
import { picked } from "./wording.ts";

const structured = new Set(["array", "object"]);

/** Compiles a schema with `type`. */
export function typed(schema: JsonSchema, types: readonly string[], scope: Scope): Codec {
  const takes = typeNames(types);
  if (takes.size === 0) return jsonText(schema, scope);
  if (!types.some((type) => structured.has(type))) return simple(schema, types);
  if (types.length > 1) return eachApart(schema, types, scope);
  const form = onlyConstrains(schema) ? formOf(schema, takes) : undefined;
  return form === undefined ? jsonText(schema, scope, takes) : form(schema, scope);
}

function formOf(
  schema: JsonSchema,
  takes: Codec["takes"],
): ((schema: JsonSchema, scope: Scope) => Codec) | undefined {
  if (takes.has("array")) return isList(schema) ? array : undefined;
  if (isMap(schema)) return map;
  return isClosable(schema) ? object : undefined;
}

function eachApart(schema: JsonSchema, types: readonly string[], scope: Scope): Codec {
  const { description, ...rest } = schema;
  const codecs = types.map((type) => scope.compile({ ...rest, type }, scope));
  // The description stays outside, once.
  const outside = description === undefined ? {} : { description };
  return union(outside, codecs) ?? jsonText(schema, scope, typeNames(types));
}

/**
 * Returns whether an object declares all its members. Authors write an object without any to mean
 * "any object".
 */
function isClosable(schema: JsonSchema): boolean {
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return own(schema, "additionalProperties") === false;
  const isListing = Object.keys(properties).length > 0;
  const more = own(schema, "additionalProperties");
  const isTyped = isJsonObject(more) && Object.keys(more).length > 0;
  const isOpen = isTyped || own(schema, "patternProperties") !== undefined;
  return !isOpen && (isListing || more === false);
}

function isList(schema: JsonSchema): boolean {
  return isJsonObject(own(schema, "items")) && own(schema, "prefixItems") === undefined;
}

const combining = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

/** Returns whether the other keywords only restrict which property values go together. */
function onlyConstrains(schema: JsonSchema): boolean {
  const properties = own(schema, "properties");
  const known = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  return [...subschemas(picked(schema, combining))].every(({ schema: each }) => {
    const named = own(each, "properties");
    const hasMore = own(each, "$ref") !== undefined || own(each, "patternProperties") !== undefined;
    return !hasMore && (!isJsonObject(named) || Object.keys(named).every((key) => known.has(key)));
  });
}
