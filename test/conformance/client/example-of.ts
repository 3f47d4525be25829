import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

const examples: Readonly<Record<string, JsonValue>> = {
  string: "text",
  number: 1.5,
  integer: 1,
  boolean: true,
  array: [],
  object: {},
};

/** Returns an input with all required properties of a plain schema. */
export function exampleOf(schema: JsonObject): JsonObject {
  const required = own(schema, "required");
  const properties = own(schema, "properties");
  if (!isJsonArray(required) || !isJsonObject(properties)) return {};
  const names = required.filter((name) => typeof name === "string");
  return Object.fromEntries(names.map((name) => [name, valueFor(own(properties, name))]));
}

function valueFor(schema: JsonValue | undefined): JsonValue {
  const type = isJsonObject(schema) ? own(schema, "type") : undefined;
  return typeof type === "string" ? (examples[type] ?? null) : "text";
}
