import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  subschemas,
} from "@toolcourt/sdk";
import { type HostFields, hostFieldsOf } from "../host-fields.ts";

/** Returns a tool object without host-only parameters, so that callers do not try to fill them. */
export function withoutHosts(tool: JsonObject): JsonObject {
  const input = own(tool, "inputSchema");
  const fields = isJsonObject(input) ? hostFieldsOf(input) : undefined;
  if (!isJsonObject(input) || fields === undefined) return tool;
  const holders = [...subschemas(input)].flatMap(({ schema }) =>
    isHolder(schema, fields) ? [schema] : [],
  );
  if (holders.length === 0) return tool;
  return { ...tool, inputSchema: copied(input, { holders: new Set(holders), fields }) };
}

function isHolder(schema: JsonSchema, { isHosts }: HostFields): boolean {
  const properties = own(schema, "properties");
  return isJsonObject(properties) && Object.values(properties).some(isHosts);
}

interface Cutting {
  /** The schemas that declare such a parameter. */
  readonly holders: ReadonlySet<JsonValue>;
  readonly fields: HostFields;
}

function copied(value: JsonValue, cutting: Cutting): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.map((item) => copied(item, cutting));
  const schema = cutting.holders.has(value) ? cut(value, cutting.fields) : value;
  return Object.fromEntries(
    Object.entries(schema).map(([key, member]) => [key, copied(member, cutting)]),
  );
}

function cut(schema: JsonObject, { isHosts }: HostFields): JsonObject {
  const { properties: declared, required, ...rest } = schema;
  const kept = isJsonObject(declared)
    ? Object.entries(declared).filter(([, property]) => !isHosts(property))
    : [];
  const properties = Object.fromEntries(kept);
  const names = isJsonArray(required)
    ? required.filter((name) => typeof name === "string" && Object.hasOwn(properties, name))
    : [];
  return { ...rest, properties, ...(names.length > 0 && { required: names }) };
}
