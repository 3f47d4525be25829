import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "./json.ts";
import { valueAt } from "./pointer.ts";

/** A schema and the document that its references point into. */
export interface SchemaIn {
  readonly schema: JsonSchema;
  readonly document: JsonSchema;
}

/**
 * Returns a value without the parts that may differ between equal answers. Each value under
 * `x-volatile` becomes a marker.
 *
 * @example
 * ```ts
 * const schema = { type: "object", properties: { at: { type: "string", "x-volatile": true } } };
 * const first = withoutVolatile({ at: "10:30", count: 1 }, { schema, document: schema });
 * const second = withoutVolatile({ at: "10:31", count: 1 }, { schema, document: schema });
 * digestOf(first) === digestOf(second); // true
 * ```
 */
export function withoutVolatile(value: JsonValue, { schema, document }: SchemaIn): JsonValue {
  const strip = (given: JsonValue, schemas: readonly JsonSchema[]): JsonValue => {
    const meant = expanded(schemas, document);
    if (meant.some((each) => each["x-volatile"] === true)) return "(volatile)";
    if (isJsonArray(given)) {
      return given.map((member, index) => strip(member, meant.flatMap(itemAt(index))));
    }
    if (!isJsonObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, member]) => [
        key,
        strip(member, meant.flatMap(memberAt(key))),
      ]),
    );
  };
  return strip(value, [schema]);
}

/**
 * Returns schemas with all their references and alternatives, each once: an untrusted schema may be
 * cyclic.
 */
function expanded(schemas: readonly JsonSchema[], document: JsonSchema): readonly JsonSchema[] {
  const found = new Set(schemas);
  // The set grows during iteration; `for … of` sees the additions.
  for (const { $ref, anyOf, oneOf, allOf } of found) {
    const target = typeof $ref === "string" ? valueAt(document, $ref.replace(/^#/, "")) : undefined;
    for (const held of [target, anyOf, oneOf, allOf].flatMap(schemasIn)) found.add(held);
  }
  return [...found];
}

function itemAt(index: number): (schema: JsonSchema) => readonly JsonSchema[] {
  return ({ prefixItems, items }) => {
    const first = isJsonArray(prefixItems) ? prefixItems[index] : undefined;
    return schemasIn(first ?? items);
  };
}

function memberAt(key: string): (schema: JsonSchema) => readonly JsonSchema[] {
  return ({ properties, additionalProperties }) => {
    const named = isJsonObject(properties) ? own(properties, key) : undefined;
    return schemasIn(named ?? additionalProperties);
  };
}

function schemasIn(value: JsonValue | undefined): readonly JsonSchema[] {
  if (isJsonArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}
