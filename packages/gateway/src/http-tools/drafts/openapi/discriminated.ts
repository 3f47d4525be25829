import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/**
 * Says with ordinary keywords what `discriminator` says: which value of the property stands for which
 * alternative. Without it alternatives that overlap would refuse each other's values. Inline alternatives
 * have no name to tell them by and stay as they are.
 */
export function discriminated(
  schema: JsonSchema,
  original: JsonObject,
  refer: (reference: string) => string,
): JsonSchema {
  const discriminator = own(original, "discriminator");
  const property = isJsonObject(discriminator) ? own(discriminator, "propertyName") : undefined;
  if (!isJsonObject(discriminator) || typeof property !== "string") return schema;
  // Without alternatives it tells what others make of this schema, which they say themselves.
  if (schema["oneOf"] === undefined && schema["anyOf"] === undefined) return schema;
  const mapping = own(discriminator, "mapping");
  const values = valuesByTarget(isJsonObject(mapping) ? mapping : {}, refer);
  const told = ["oneOf", "anyOf"].flatMap((keyword) => {
    const held = own(schema, keyword);
    return isJsonArray(held)
      ? [[keyword, held.map((branch) => toldApart(branch, property, values))] as const]
      : [];
  });
  return { ...schema, ...Object.fromEntries(told) };
}

type Values = ReadonlyMap<string, readonly string[]>;

function valuesByTarget(mapping: JsonObject, refer: (reference: string) => string): Values {
  const values = new Map<string, string[]>();
  for (const [value, target] of Object.entries(mapping)) {
    if (typeof target !== "string") continue;
    // A mapping may also name a schema, which is then its target as it stands.
    const key = `#/$defs/${target.startsWith("#/") ? refer(target) : target}`;
    const others = values.get(key);
    if (others === undefined) values.set(key, [value]);
    else others.push(value);
  }
  return values;
}

function toldApart(branch: JsonValue, property: string, values: Values): JsonValue {
  const reference = isJsonObject(branch) ? own(branch, "$ref") : undefined;
  if (!isJsonObject(branch) || typeof reference !== "string") return branch;
  const name = reference.slice("#/$defs/".length);
  // What is no ordinary component has no name that its author could know.
  const mine = values.get(reference) ?? (name.includes("@") ? [] : [name]);
  if (mine.length === 0) return branch;
  return { ...branch, ...besides(branch, property, mine) };
}

/** In 3.1 an alternative may say more beside its reference. */
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
