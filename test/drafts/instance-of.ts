import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  valueAt,
} from "@toolcourt/sdk";
import { sample, stringMatching } from "fast-check";

/**
 * Returns a value that fits a schema of a document: its own example, else the minimal required
 * value. Good enough for the vendors' documents, and no more.
 */
export function instanceOf(schema: JsonValue, root: JsonValue, level = 0): JsonValue {
  if (!isJsonObject(schema) || level > 12) return {};
  const reference = own(schema, "$ref");
  if (typeof reference === "string") {
    return instanceOf(valueAt(root, decodeURIComponent(reference.slice(1))) ?? {}, root, level + 1);
  }
  return stated(schema) ?? joined(schema, root, level) ?? made(schema, root, level);
}

function stated(schema: JsonObject): JsonValue | undefined {
  const choices = own(schema, "enum");
  return (
    own(schema, "const") ??
    own(schema, "default") ??
    (isJsonArray(choices) ? choices.find((each) => each !== null) : undefined)
  );
}

function joined(schema: JsonObject, root: JsonValue, level: number): JsonValue | undefined {
  for (const keyword of ["oneOf", "anyOf"]) {
    const choices = own(schema, keyword);
    if (isJsonArray(choices) && choices[0] !== undefined)
      return instanceOf(choices[0], root, level + 1);
  }
  const all = own(schema, "allOf");
  if (!isJsonArray(all)) return undefined;
  const parts = [...all, { ...schema, allOf: [] }].map((each) => instanceOf(each, root, level + 1));
  return Object.fromEntries(parts.filter(isJsonObject).flatMap((part) => Object.entries(part)));
}

function made(schema: JsonObject, root: JsonValue, level: number): JsonValue {
  const type = own(schema, "type");
  const kind = isJsonArray(type) ? type.find((each) => each !== "null") : type;
  if (kind === "string") return text(schema);
  if (kind === "integer" || kind === "number") return numberIn(schema);
  if (kind === "boolean") return true;
  if (kind === "array") {
    const fewest = own(schema, "minItems");
    const length = typeof fewest === "number" ? fewest : 0;
    return Array.from({ length }, () => instanceOf(own(schema, "items") ?? {}, root, level + 1));
  }
  return members(schema, root, level);
}

function members(schema: JsonObject, root: JsonValue, level: number): JsonObject {
  const required = own(schema, "required");
  const properties = own(schema, "properties");
  const names = isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
  const known = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(
    names.map((name) => [name, instanceOf(own(known, name) ?? {}, root, level + 1)] as const),
  );
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
};

function text(schema: JsonObject): string {
  const format = own(schema, "format");
  const known = typeof format === "string" ? formats[format] : undefined;
  return known ?? matching(schema) ?? "a".repeat(Math.max(numberAt(schema, "minLength", 1), 1));
}

/** Returns the first candidate text that fits the pattern and the length bounds. */
function matching(schema: JsonObject): string | undefined {
  const pattern = own(schema, "pattern");
  if (typeof pattern !== "string") return undefined;
  const [fewest, most] = [numberAt(schema, "minLength", 0), numberAt(schema, "maxLength", 1_000)];
  const texts = sample(stringMatching(new RegExp(pattern)), { numRuns: 100, seed: 1 });
  return texts.find(({ length }) => length >= fewest && length <= most);
}

function numberAt(schema: JsonObject, key: string, otherwise: number): number {
  const value = own(schema, key);
  return typeof value === "number" ? value : otherwise;
}

function numberIn(schema: JsonObject): number {
  return numberAt(schema, "minimum", 1);
}
