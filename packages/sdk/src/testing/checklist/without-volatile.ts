import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { valueAt } from "../../contract/pointer.ts";

/** A schema inside the document that its references point into. */
export interface SchemaIn {
  readonly schema: JsonSchema;
  readonly document: JsonSchema;
}

/** A chain of references that is longer than this leads nowhere. */
const maxHops = 20;

/**
 * A value without what may differ between two equal answers: wherever the schema says `x-volatile`,
 * only that there is something remains.
 */
export function withoutVolatile(value: JsonValue, { schema, document }: SchemaIn): JsonValue {
  const strip = (given: JsonValue, schemas: readonly JsonSchema[]): JsonValue => {
    const meant = schemas.flatMap((each) => expanded(each, document, maxHops));
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

/** A schema and all that it refers to or offers as a choice. */
function expanded(schema: JsonSchema, document: JsonSchema, hops: number): readonly JsonSchema[] {
  if (hops === 0) return [];
  const { $ref } = schema;
  const target = typeof $ref === "string" ? valueAt(document, $ref.replace(/^#/, "")) : undefined;
  const choices = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => schemasIn(schema[keyword]));
  return [
    schema,
    ...[...schemasIn(target), ...choices].flatMap((each) => expanded(each, document, hops - 1)),
  ];
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
