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
import { type Codec, ProjectionFault, same } from "./codec.ts";
import type { Scope } from "./compile.ts";
import { jsonText } from "./json-text.ts";
import { object } from "./object.ts";
import { simple, typeNames } from "./simple.ts";
import { union } from "./union.ts";
import { describe, picked, withNote } from "./wording.ts";

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
  const codecs = types.map((type) => scope.compile({ ...rest, type }));
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

/** Projects a list with items of one kind. */
function array(schema: JsonSchema, scope: Scope): Codec {
  const items = scope.compileBelow(own(schema, "items"));
  const { isSame, hasText } = items;
  return {
    schema: { type: "array", ...describe(schema), items: items.schema },
    shows: new Set(["array"]),
    takes: new Set(["array"]),
    isSame,
    hasText,
    project: isSame ? same : (value) => (isJsonArray(value) ? value.map(items.project) : value),
    restore: isSame ? same : (value) => (isJsonArray(value) ? value.map(items.restore) : value),
  };
}

/** Returns whether an object has arbitrary names with values of one kind. */
function isMap(schema: JsonSchema): boolean {
  const values = own(schema, "additionalProperties");
  const others = ["properties", "patternProperties", "required"];
  const isAlone = others.every((key) => isEmpty(own(schema, key)));
  return isJsonObject(values) && Object.keys(values).length > 0 && isAlone;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Projects such an object as a list of names and values: strict providers require known names. */
function map(schema: JsonSchema, scope: Scope): Codec {
  const values = scope.compileBelow(own(schema, "additionalProperties"), 2);
  const entry: JsonSchema = {
    type: "object",
    properties: { name: { type: "string" }, value: values.schema },
    required: ["name", "value"],
    additionalProperties: false,
  };
  const shown = { type: "array", ...describe(schema), items: entry };
  return {
    schema: withNote(shown, "Each name once."),
    shows: new Set(["array"]),
    takes: new Set(["object"]),
    isSame: false,
    hasText: values.hasText,
    project: (value) => (isJsonObject(value) ? entriesOf(value, values) : value),
    restore: (value) => (isJsonArray(value) ? membersOf(value, values) : value),
  };
}

function entriesOf(value: JsonObject, { project }: Codec): JsonArray {
  return Object.entries(value).map(([name, one]) => ({ name, value: project(one) }));
}

function membersOf(entries: JsonArray, { restore }: Codec): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const entry of entries) {
    const name = isJsonObject(entry) ? own(entry, "name") : undefined;
    const value = isJsonObject(entry) ? own(entry, "value") : undefined;
    // A duplicate name is ambiguous.
    if (typeof name !== "string" || value === undefined || members.has(name)) {
      throw new ProjectionFault();
    }
    members.set(name, restore(value));
  }
  return Object.fromEntries(members);
}
