import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

type Change = (schema: JsonSchema, original: JsonObject) => JsonSchema;

/** Converts OpenAPI idioms to JSON Schema 2020-12. */
export function modernized(
  schema: JsonSchema,
  original: JsonObject,
  { direction }: { readonly direction: "input" | "output" },
): JsonSchema {
  const changes = [...always, onlyRequiredFrom[direction]];
  return changes.reduce((sofar, change) => change(sofar, original), schema);
}

/**
 * Converts `exclusiveMinimum: true`, which made the adjacent bound exclusive, to a bound of its
 * own.
 */
function bound(limit: "minimum" | "maximum", exclusive: string): Change {
  return (schema) => {
    const flag = own(schema, exclusive);
    if (typeof flag !== "boolean") return schema;
    const { [exclusive]: _flag, [limit]: value, ...rest } = schema;
    if (value === undefined) return rest;
    return { ...rest, [flag ? exclusive : limit]: value };
  };
}

/** Converts `example` and OpenAPI's map of `examples` to a list. */
const examples: Change = (schema, original) => {
  const one = own(original, "example");
  const many = own(schema, "examples");
  if (one === undefined && (many === undefined || isJsonArray(many))) return schema;
  const { examples: _examples, ...rest } = schema;
  return one === undefined ? rest : { ...rest, examples: [one] };
};

/** Converts the type `file` to a binary string, which a schema can describe. */
const file: Change = (schema) =>
  own(schema, "type") === "file" ? { ...schema, type: "string", format: "binary" } : schema;

const nullable: Change = (schema, original) => {
  if (own(original, "nullable") !== true && own(original, "x-nullable") !== true) return schema;
  const type = own(schema, "type");
  if (type === undefined) return alsoNull(schema);
  const values = own(schema, "enum");
  return {
    ...schema,
    type: [...new Set([...(isJsonArray(type) ? type : [type]), "null"])],
    ...(isJsonArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
};

const judging = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "not"];

/** Adds null as an alternative if other schemas constrain the value. */
function alsoNull(schema: JsonSchema): JsonSchema {
  if (judging.every((keyword) => own(schema, keyword) === undefined)) return schema;
  const { title, description, ...rest } = schema;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { type: "null" }],
  };
}

/** Drops a boolean `required`, formerly a flag of one property, and an empty list. */
const requiredList: Change = (schema) => {
  const required = own(schema, "required");
  if (required === undefined || (isJsonArray(required) && required.length > 0)) return schema;
  const { required: _required, ...rest } = schema;
  return rest;
};

function notRequiredIf(mark: "readOnly" | "writeOnly"): Change {
  return (schema) => {
    const required = own(schema, "required");
    const properties = own(schema, "properties");
    if (!isJsonArray(required) || !isJsonObject(properties)) return schema;
    const left = required.filter((name) => !isMarked(properties, name, mark));
    return left.length === required.length
      ? schema
      : requiredList({ ...schema, required: left }, schema);
  };
}

function isMarked(properties: JsonObject, name: JsonValue, mark: string): boolean {
  const property = typeof name === "string" ? own(properties, name) : undefined;
  return isJsonObject(property) && own(property, mark) === true;
}

const always: readonly Change[] = [
  bound("minimum", "exclusiveMinimum"),
  bound("maximum", "exclusiveMaximum"),
  examples,
  file,
  requiredList,
  nullable,
];

const onlyRequiredFrom = {
  input: notRequiredIf("readOnly"),
  output: notRequiredIf("writeOnly"),
};
