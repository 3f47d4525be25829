import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "./json.ts";
import { valueAt } from "./pointer.ts";

/** A schema inside the document that its references point into. */
export interface SchemaIn {
  readonly schema: JsonSchema;
  readonly document: JsonSchema;
}

/**
 * A value without what may differ between two equal answers: wherever the schema says `x-volatile`,
 * only that there is something remains.
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

/** Schemas and all that they refer to or offer as a choice, each once: a stranger's schema may go round. */
function expanded(schemas: readonly JsonSchema[], document: JsonSchema): readonly JsonSchema[] {
  const found = new Set(schemas);
  // The set grows while it is read; `for … of` sees what is added.
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
