import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** An input with one argument after the other as a value of another type that a program could take for it. */
export function* nearTypesOf(input: JsonObject): Generator<JsonObject> {
  for (const [name, value] of Object.entries(input)) {
    yield { ...input, [name]: likeness(value) };
  }
}

function likeness(value: JsonValue): JsonValue {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return [value];
  if (value === null) return "null";
  if (isJsonArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? JSON.stringify(value) : value;
}
