import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { modernVersion } from "../protocol/era.ts";

/**
 * Tells whether arguments repeated in headers match those in the body. A proxy may route by the
 * header while a server acts on the body. Both must see the same call.
 */
export function agreesWithHeaders(
  message: JsonObject,
  headers: IncomingHttpHeaders,
  listed: readonly JsonObject[],
): boolean {
  const { method, params } = message;
  if (headers["mcp-protocol-version"] !== modernVersion || method !== "tools/call") return true;
  if (!isJsonObject(params)) return true;
  const schema = schemasIn(listed).get(params["name"]);
  if (schema === undefined) return true;
  const sent = new Map(declaredIn(schema, own(params, "arguments")));
  return [...sent].every(([name, value]) => matches(headers[`mcp-param-${name}`], value));
}

type Schemas = ReadonlyMap<JsonValue | undefined, JsonValue>;

const known = new WeakMap<readonly JsonObject[], Schemas>();

/**
 * Returns the schemas with header arguments by tool name. Cached: few tools have them, but every
 * call must check.
 */
function schemasIn(listed: readonly JsonObject[]): Schemas {
  const found = known.get(listed);
  if (found !== undefined) return found;
  const asking = listed.filter(({ inputSchema }) => !declaredIn(inputSchema, {}).next().done);
  const schemas = new Map(asking.map(({ name, inputSchema = {} }) => [name, inputSchema]));
  known.set(listed, schemas);
  return schemas;
}

/**
 * Yields the arguments with a header, by its lower-case name. Only arguments reachable through
 * `properties` can have one.
 */
function* declaredIn(
  schema: JsonValue | undefined,
  given: JsonValue | undefined,
): Generator<readonly [string, JsonValue | undefined]> {
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  if (!isJsonObject(properties)) return;
  for (const [key, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const value = isJsonObject(given) ? own(given, key) : undefined;
    const header = own(property, "x-mcp-header");
    if (typeof header === "string") yield [header.toLowerCase(), value];
    yield* declaredIn(property, value);
  }
}

function matches(
  header: string | readonly string[] | undefined,
  value: JsonValue | undefined,
): boolean {
  if (typeof value === "object" || value === undefined) return header === undefined;
  return typeof header === "string" && decoded(header) === String(value);
}

const wrapped = /^=\?base64\?(.*)\?=$/s;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes values that a header cannot carry directly. Undefined if the encoding is malformed. */
function decoded(header: string): string | undefined {
  const [, inner] = wrapped.exec(header) ?? [];
  if (inner === undefined) return header;
  return base64.test(inner) ? Buffer.from(inner, "base64").toString("utf8") : undefined;
}
