import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/** Values that tend to break programs, regardless of the schema. */
const edges: readonly JsonValue[] = [
  "",
  0,
  [],
  -1,
  " ",
  "0",
  "null",
  "a".repeat(10_000),
  "ß漢字",
  "🙂",
  "'\"\\%s{{x}}`$(x)",
  1.5,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  {},
  null,
  false,
];

/**
 * Yields the smallest valid input with one argument at a time at an edge value. Not all results are
 * valid.
 */
export function* edgesOf(schema: JsonSchema, least: JsonObject): Generator<JsonObject> {
  const properties = own(schema, "properties");
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  for (const edge of edges) {
    for (const name of names) yield { ...least, [name]: edge };
  }
}
