import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/**
 * Expresses `discriminator` in plain keywords: which property value selects which alternative.
 * Without it, overlapping alternatives would refuse each other's values. Inline alternatives have
 * no name and stay unchanged.
 */
export function discriminated(
  schema: JsonSchema,
  original: JsonObject,
  refer: (reference: string) => string,
): JsonSchema {
  const discriminator = own(original, "discriminator");
  const property = isJsonObject(discriminator) ? own(discriminator, "propertyName") : undefined;
  if (!isJsonObject(discriminator) || typeof property !== "string") return schema;
  // Without alternatives it concerns schemas that refer to this one, and they declare it
  // themselves.
  if (schema["oneOf"] === undefined && schema["anyOf"] === undefined) return schema;
  const mapping = own(discriminator, "mapping");
  const values = valuesByTarget(isJsonObject(mapping) ? mapping : {}, refer);
  const distinguished = ["oneOf", "anyOf"].flatMap((keyword) => {
    const held = own(schema, keyword);
    return isJsonArray(held)
      ? [[keyword, held.map((branch) => distinguishedBy(branch, property, values))] as const]
      : [];
  });
  return { ...schema, ...Object.fromEntries(distinguished) };
}

type Values = ReadonlyMap<string, readonly string[]>;

function valuesByTarget(mapping: JsonObject, refer: (reference: string) => string): Values {
  const values = new Map<string, string[]>();
  for (const [value, target] of Object.entries(mapping)) {
    if (typeof target !== "string") continue;
    // A mapping may also contain a schema name, which is the target as is.
    const key = `#/$defs/${target.startsWith("#/") ? refer(target) : target}`;
    const others = values.get(key);
    if (others === undefined) values.set(key, [value]);
    else others.push(value);
  }
  return values;
}

function distinguishedBy(branch: JsonValue, property: string, values: Values): JsonValue {
  const reference = isJsonObject(branch) ? own(branch, "$ref") : undefined;
  if (!isJsonObject(branch) || typeof reference !== "string") return branch;
  const name = reference.slice("#/$defs/".length);
  // Other places than components have no name that the author could use.
  const mine = values.get(reference) ?? (name.includes("@") ? [] : [name]);
  if (mine.length === 0) return branch;
  return { ...branch, ...besides(branch, property, mine) };
}

/** Merges the keywords that 3.1 allows next to a reference. */
function besides(branch: JsonObject, property: string, values: readonly string[]): JsonSchema {
  const properties = own(branch, "properties");
  const required = own(branch, "required");
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = isJsonArray(required) ? required : [];
  return {
    properties: Object.fromEntries([...members, [property, { enum: [...values] }] as const]),
    required: [...new Set([...names, property])],
  };
}
