import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "./json.ts";
import { pointerToken } from "./pointer.ts";

export interface Place<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  readonly pointer: string;
}

export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

type Shape = "one" | "list" | "map" | "one-or-list";

/** Where a keyword holds its subschemas: in its own value, in a list, or under custom names. */
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
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that, and this table is never awaited
  then: "one",
  unevaluatedItems: "one",
  unevaluatedProperties: "one",
};

/**
 * Yields every object schema inside a schema with its pointer, the root first. Does not follow
 * `$ref`: its target is in the same document. Iterative, so depth cannot overflow the stack.
 *
 * @example
 * ```ts
 * const schema = { type: "array", items: { type: "string" } };
 * [...subschemas(schema)].map(({ pointer }) => pointer); // ["", "/items"]
 * ```
 */
export function* subschemas(root: JsonSchema): Generator<SchemaPlace> {
  const found: SchemaPlace[] = [{ schema: root, pointer: "" }];
  // The list grows during iteration; `for … of` sees the additions.
  for (const place of found) {
    yield place;
    addDirect(place, found);
  }
}

/**
 * Returns the object schemas one level below, in document order.
 *
 * @example
 * ```ts
 * const schema = { type: "array", items: { type: "string" } };
 * directSubschemas({ schema, pointer: "" }); // [{ schema: { type: "string" }, pointer: "/items" }]
 * ```
 */
export function directSubschemas(place: SchemaPlace): readonly SchemaPlace[] {
  const found: SchemaPlace[] = [];
  addDirect(place, found);
  return found;
}

// Every rule walks every schema, so this allocates nothing but the results.
function addDirect({ schema, pointer }: SchemaPlace, found: SchemaPlace[]): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    // Most keywords hold no schema, and most values that could are no object.
    if (typeof value !== "object" || value === null || !Object.hasOwn(applicators, keyword))
      continue;
    addHeld(
      value,
      { shape: applicators[keyword], pointer: pointer + pointerToken(keyword) },
      found,
    );
  }
}

interface Holder {
  readonly shape: Shape | undefined;
  readonly pointer: string;
}

function addHeld(
  value: JsonObject | JsonArray,
  { shape, pointer }: Holder,
  found: SchemaPlace[],
): void {
  if (isJsonArray(value)) {
    if (shape === "list" || shape === "one-or-list") addItems(value, pointer, found);
  } else if (shape === "map") {
    addEntries(value, pointer, found);
  } else if (shape !== "list") {
    found.push({ schema: value, pointer });
  }
}

// Iterates over keys: building entry pairs of a very large object would dominate the cost.
function addEntries(holder: JsonObject, pointer: string, found: SchemaPlace[]): void {
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    if (isJsonObject(value)) found.push({ schema: value, pointer: pointer + pointerToken(key) });
  }
}

function addItems(holder: JsonArray, pointer: string, found: SchemaPlace[]): void {
  for (const [index, value] of holder.entries()) {
    if (isJsonObject(value)) found.push({ schema: value, pointer: pointer + pointerToken(index) });
  }
}

/**
 * Yields every string in a JSON value, including keys, with the pointer of its value.
 *
 * @example
 * ```ts
 * for (const { value, pointer } of strings({ title: ["Lisp"] })) console.log(value, pointer);
 * // title /title
 * // Lisp /title/0
 * ```
 */
export function* strings(root: JsonValue): Generator<Place<string>> {
  const found: Place[] = [{ value: root, pointer: "" }];
  for (const place of found) {
    const { value, pointer } = place;
    if (typeof value === "string") yield { value, pointer };
    else if (isJsonArray(value)) addTextsOf(value, pointer, found);
    else if (isJsonObject(value)) yield* textsOfMembers(value, pointer, found);
  }
}

function addTextsOf(items: JsonArray, pointer: string, found: Place[]): void {
  for (const [index, value] of items.entries()) {
    if (mayHoldText(value)) found.push({ value, pointer: pointer + pointerToken(index) });
  }
}

function* textsOfMembers(
  object: JsonObject,
  pointer: string,
  found: Place[],
): Generator<Place<string>> {
  for (const key of Object.keys(object)) {
    const at = pointer + pointerToken(key);
    yield { value: key, pointer: at };
    const value = object[key];
    if (mayHoldText(value)) found.push({ value, pointer: at });
  }
}

function mayHoldText(value: JsonValue | undefined): value is string | JsonArray | JsonObject {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}
