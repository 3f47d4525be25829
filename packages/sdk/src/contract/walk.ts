import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "./json.ts";
import { step } from "./pointer.ts";

export interface Place<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  readonly pointer: string;
}

export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

type Shape = "one" | "list" | "map" | "one-or-list";

/** Where a keyword keeps its subschemas: in its own value, in a list, or under names of the author's choice. */
const applicators: Readonly<Record<string, Shape>> = {
  additionalItems: "one",
  additionalProperties: "one",
  allOf: "list",
  anyOf: "list",
  contains: "one",
  contentSchema: "one",
  definitions: "map",
  $defs: "map",
  dependencies: "map",
  dependentSchemas: "map",
  else: "one",
  if: "one",
  items: "one-or-list",
  not: "one",
  oneOf: "list",
  patternProperties: "map",
  prefixItems: "list",
  properties: "map",
  propertyNames: "one",
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that, and nobody awaits this table
  then: "one",
  unevaluatedItems: "one",
  unevaluatedProperties: "one",
};

/**
 * Every object schema inside a schema, the root first, each with its pointer. Does not follow `$ref`:
 * what it leads to stands somewhere in the same document. Uses no stack, so depth cannot hurt.
 */
export function* subschemas(root: JsonSchema): Generator<SchemaPlace> {
  const found: SchemaPlace[] = [{ schema: root, pointer: "" }];
  // The list grows while it is read; `for … of` sees what is added.
  for (const place of found) {
    yield place;
    for (const below of directSubschemas(place)) found.push(below);
  }
}

/** The object schemas one level below, in the order of the document. */
export function directSubschemas({ schema, pointer }: SchemaPlace): readonly SchemaPlace[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const shape = Object.hasOwn(applicators, keyword) ? applicators[keyword] : undefined;
    return shape === undefined ? [] : held(value, shape, pointer + step(keyword));
  });
}

function held(value: JsonValue, shape: Shape, pointer: string): readonly SchemaPlace[] {
  if (isJsonArray(value)) {
    return shape === "list" || shape === "one-or-list" ? entriesOf(value, pointer) : [];
  }
  if (!isJsonObject(value) || shape === "list") return [];
  return shape === "map" ? entriesOf(value, pointer) : [{ schema: value, pointer }];
}

function entriesOf(
  holder: JsonObject | readonly JsonValue[],
  pointer: string,
): readonly SchemaPlace[] {
  return Object.entries(holder).flatMap(([key, value]) =>
    isJsonObject(value) ? [{ schema: value, pointer: pointer + step(key) }] : [],
  );
}

/** Every string in a JSON value, keys included, each with the pointer of the value it belongs to. */
export function* strings(root: JsonValue): Generator<Place<string>> {
  const found: Place[] = [{ value: root, pointer: "" }];
  for (const { value, pointer } of found) {
    if (typeof value === "string") yield { value, pointer };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const at = pointer + step(key);
      if (!isJsonArray(value)) yield { value: key, pointer: at };
      found.push({ value: child, pointer: at });
    }
  }
}
