import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";
import { isConnectionHeader } from "../connection-headers.ts";
import type { OpenApiDocument } from "./document.ts";

/**
 * Reports whether the host fills a parameter: a connection header, the key of a security scheme, or
 * a secret by name. The gateway refuses such values in calls, so the schema must not ask for them.
 */
export function isForHost(
  document: OpenApiDocument,
  { name, place }: { readonly name: string; readonly place: string },
): boolean {
  if (place === "header" && isConnectionHeader(name)) return true;
  if (place !== "path" && hostFilled(name, {}) === "secret") return true;
  return keysOf(document).has(keyOf(place, name));
}

const known = new WeakMap<JsonObject, ReadonlySet<string>>();

function keysOf({ root, edition }: OpenApiDocument): ReadonlySet<string> {
  const before = known.get(root);
  if (before !== undefined) return before;
  const schemes = edition === "2.0" ? own(root, "securityDefinitions") : schemesOf(root);
  const keys = new Set(Object.values(isJsonObject(schemes) ? schemes : {}).flatMap(apiKeyOf));
  known.set(root, keys);
  return keys;
}

function schemesOf(root: JsonObject): JsonValue | undefined {
  const components = own(root, "components");
  return isJsonObject(components) ? own(components, "securitySchemes") : undefined;
}

function apiKeyOf(scheme: JsonValue): readonly string[] {
  if (!isJsonObject(scheme) || own(scheme, "type") !== "apiKey") return [];
  const name = own(scheme, "name");
  const place = own(scheme, "in");
  return typeof name === "string" && typeof place === "string" ? [keyOf(place, name)] : [];
}

// Header names are case-insensitive, query names are not.
function keyOf(place: string, name: string): string {
  return JSON.stringify([place, place === "header" ? name.toLowerCase() : name]);
}
