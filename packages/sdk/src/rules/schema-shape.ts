import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { pointerToken, valueAt } from "../contract/pointer.ts";
import { subschemas } from "../contract/walk.ts";

/** One entry of a `properties` map, at any depth of a schema. */
export interface Property {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly required: boolean;
}

/** Yields every property that a schema declares, at any depth. */
export function* propertiesOf(root: JsonSchema): Generator<Property> {
  for (const { schema, pointer } of subschemas(root)) {
    const declared = own(schema, "properties");
    if (!isJsonObject(declared)) continue;
    const required = new Set(namesIn(own(schema, "required")));
    for (const [name, value] of Object.entries(declared)) {
      yield {
        name,
        value,
        pointer: `${pointer}/properties${pointerToken(name)}`,
        required: required.has(name),
      };
    }
  }
}

/**
 * Returns the types that a schema names itself. Empty if the type is open or left to subschemas.
 */
export function typesOf(schema: JsonSchema): readonly string[] {
  const type = own(schema, "type");
  return typeof type === "string" ? [type] : namesIn(type);
}

const typeTests: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  array: isJsonArray,
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  number: (value) => typeof value === "number",
  object: isJsonObject,
  string: (value) => typeof value === "string",
};

/**
 * Returns whether a value has a type named by a schema. Unknown types pass: the schema engine
 * refuses them.
 */
export function isOfType(value: JsonValue, type: string): boolean {
  return Object.hasOwn(typeTests, type) ? typeTests[type]?.(value) === true : true;
}

/**
 * Returns whether a schema describes an object. Listing properties is enough, with or without a
 * type.
 */
export function describesObject(schema: JsonSchema): boolean {
  return typesOf(schema).includes("object") || own(schema, "properties") !== undefined;
}

/** Returns the end of a chain of local references, or the schema itself if it has none. */
export function dereferenced(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let here = schema;
  // Real chains are short. The bound terminates a cycle.
  for (let hops = 0; hops < 8; hops += 1) {
    const target = localTarget(own(here, "$ref"), root);
    if (target === undefined) return here;
    here = target;
  }
  return here;
}

function localTarget(ref: JsonValue | undefined, root: JsonSchema): JsonSchema | undefined {
  if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) return undefined;
  const target = valueAt(root, decoded(ref.slice(1)));
  return isJsonObject(target) ? target : undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the strings of a list. Empty if the value is no list. */
export function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((name) => typeof name === "string") : [];
}

const typing = ["type", "enum", "const", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf"];

/** Returns whether a property is more than free-form. */
export function saysWhatItTakes(value: JsonValue): boolean {
  // `false` forbids the property, which is as exact as a schema can be.
  if (!isJsonObject(value)) return value === false;
  return typing.some((keyword) => own(value, keyword) !== undefined);
}
