import type { JsonObject } from "@toolcourt/sdk";

// Short forms of the JSON Schemas in the description of the admin API.

/** JSON Schemas by key. */
export type Schemas = Readonly<Record<string, JsonObject>>;

/** What a route takes beside the names in its path, and what it gives. */
export interface RouteShape {
  /** By key. Default: the route takes no query. */
  readonly query?: Schemas;
  /** Default: an empty object. */
  readonly body?: JsonObject;
  /** The members of its answer. */
  readonly gives: Schemas;
}

/** Any object. */
export const map: JsonObject = { type: "object" };
export const text: JsonObject = { type: "string" };
export const number: JsonObject = { type: "number" };
export const truth: JsonObject = { type: "boolean" };
export const time: JsonObject = { type: "string", format: "date-time" };
export const digest: JsonObject = {
  type: "string",
  pattern: "^[0-9a-f]{12,64}$",
  description: "The digest that was reviewed, its first 12 digits at least.",
};

export function oneOf(values: readonly string[]): JsonObject {
  return { type: "string", enum: [...values] };
}

export function upTo(maximum: number): JsonObject {
  return { type: "integer", minimum: 1, maximum };
}

/** The query of every list in pages. */
export const paged: Schemas = { limit: upTo(100), cursor: text };

export function list(items: JsonObject): JsonObject {
  return { type: "array", items };
}

export function nullable(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}

const optionals = new WeakSet<JsonObject>();

/** Marks a member that may be missing. */
export function optional(schema: JsonObject): JsonObject {
  const marked = { ...schema };
  optionals.add(marked);
  return marked;
}

/** An object with these members, all but the optional ones required. */
export function keyed(members: Schemas): JsonObject {
  const required = Object.keys(members).filter((key) => !isOptional(members[key]));
  return { type: "object", properties: { ...members }, required };
}

function isOptional(schema: JsonObject | undefined): boolean {
  return schema !== undefined && optionals.has(schema);
}

/** An object that a route takes: it refuses other keys. */
export function body(properties: Schemas, required: readonly string[]): JsonObject {
  return {
    type: "object",
    properties: { ...properties },
    required: [...required],
    additionalProperties: false,
  };
}
