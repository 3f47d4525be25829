import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { step, valueAt } from "../contract/pointer.ts";
import { subschemas } from "../contract/walk.ts";

/** One entry of a `properties` map, wherever in a schema it stands. */
export interface Property {
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly required: boolean;
}

/** Every property that a schema declares, at any depth. */
export function* propertiesOf(root: JsonSchema): Generator<Property> {
  for (const { schema, pointer } of subschemas(root)) {
    const declared = own(schema, "properties");
    if (!isJsonObject(declared)) continue;
    const required = new Set(namesIn(own(schema, "required")));
    for (const [name, value] of Object.entries(declared)) {
      yield {
        name,
        value,
        pointer: `${pointer}/properties${step(name)}`,
        required: required.has(name),
      };
    }
  }
}

/** The types a schema names itself; none when it leaves the type open or to its subschemas. */
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

/** Whether a value is of a type that a schema names. A type nobody knows is for the schema engine to refuse. */
export function isOfType(value: JsonValue, type: string): boolean {
  return Object.hasOwn(typeTests, type) ? typeTests[type]?.(value) === true : true;
}

/** A schema that lists properties accepts objects whether or not it says so. */
export function describesObject(schema: JsonSchema): boolean {
  return typesOf(schema).includes("object") || own(schema, "properties") !== undefined;
}

/** The schema that a chain of local references ends at, or the schema itself when there is none. */
export function dereferenced(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let here = schema;
  // A chain is short where it is honest; the bound keeps a cycle from holding us up.
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

/** The strings of a list, or none. */
export function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((name) => typeof name === "string") : [];
}

const typing = ["type", "enum", "const", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf"];

/** Whether a property is more than free-form. */
export function saysWhatItTakes(value: JsonValue): boolean {
  // `false` forbids the property, which is as exact as a schema can be.
  if (!isJsonObject(value)) return value === false;
  return typing.some((keyword) => own(value, keyword) !== undefined);
}
