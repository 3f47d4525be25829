import { dialectOf } from "@toolcourt/contracts/internal/schemas/dialect";
import { linksOf } from "@toolcourt/contracts/internal/schemas/graph";
import { indexReferences, type References } from "@toolcourt/contracts/internal/schemas/references";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  pointerToken,
  strings,
} from "@toolcourt/sdk";

const mark = "x-host-injected";

/** The fields of one input schema, at any depth, that only the host may fill. */
export interface HostFields {
  /** Whether a subschema is for the host, directly or by a reference. */
  readonly isHosts: (schema: JsonValue) => boolean;
  /** Finds such a field in arguments. Returns its JSON Pointer. */
  readonly find: (given: JsonObject) => string | undefined;
}

/** Returns undefined for a schema without host fields, as most are. */
export function hostFieldsOf(input: JsonSchema): HostFields | undefined {
  if (!strings(input).some(({ value }) => value === mark)) return undefined;
  const graph = indexReferences(input, dialectOf(input) ?? "2020-12");
  return {
    isHosts: (schema) => isJsonObject(schema) && applied(graph, [schema]).some(isMarked),
    find: (given) => findIn(graph, given, applied(graph, [input])),
  };
}

function isMarked(schema: JsonSchema): boolean {
  return own(schema, mark) === true;
}

/** Returns the schemas and all others that apply to the same value. */
function applied(graph: References, schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const found = new Set(schemas);
  // The set grows during iteration; `for … of` visits additions.
  for (const schema of found) {
    for (const { to, descends } of linksOf(graph, schema)) if (!descends) found.add(to);
  }
  return [...found];
}

interface Looked {
  readonly value: JsonValue;
  readonly schemas: readonly JsonSchema[];
  readonly pointer: string;
}

// Walks the value, not the schema, which may be recursive.
function findIn(
  graph: References,
  given: JsonObject,
  schemas: readonly JsonSchema[],
): string | undefined {
  const places: Looked[] = [{ value: given, schemas, pointer: "" }];
  for (const place of places) {
    for (const below of membersOf(graph, place)) {
      if (below.schemas.some(isMarked)) return below.pointer;
      if (below.schemas.length > 0) places.push(below);
    }
  }
  return undefined;
}

function membersOf(graph: References, { value, schemas, pointer }: Looked): readonly Looked[] {
  if (typeof value !== "object" || value === null) return [];
  const ofAll = schemas.flatMap((schema) => everyMembers(graph, schema));
  const shared = isJsonArray(value) ? applied(graph, ofAll) : [];
  return Object.entries(value).map(([key, member]) => ({
    value: member,
    schemas: isJsonArray(value)
      ? shared
      : applied(graph, [...ofAll, ...schemas.flatMap((schema) => named(schema, key))]),
    pointer: pointer + pointerToken(key),
  }));
}

/**
 * Returns the subschemas for members of any name. Does not match patterns: a false positive is
 * safer.
 */
function everyMembers(graph: References, schema: JsonSchema): readonly JsonSchema[] {
  return linksOf(graph, schema).flatMap(({ to, keyword, descends }) =>
    descends && keyword !== "properties" ? [to] : [],
  );
}

function named(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const properties = own(schema, "properties");
  const property = isJsonObject(properties) ? own(properties, key) : undefined;
  return isJsonObject(property) ? [property] : [];
}
