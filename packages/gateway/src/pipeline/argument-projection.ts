import { hash } from "node:crypto";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  subschemas,
  valueAt,
} from "@toolcourt/sdk";

/** Loggable facts about arguments: their shape and a digest. */
export interface ArgumentProjection {
  /** Digest of the canonical form without sensitive parts, for comparison with known arguments. */
  readonly sha256: string;
  readonly bytes: number;
  /**
   * `city: string(5)`, for arguments named in the contract. Default: none, if only digests are
   * allowed.
   */
  readonly shape?: readonly string[];
  /** Number of arguments outside the contract. Their names are caller text. */
  readonly unnamed?: number;
  /** Number of arguments declared sensitive. Nothing else is said about them. */
  readonly sensitive?: number;
}

const maxNames = 32;

const maxNameLength = 64;

export function projectionOf(
  given: JsonValue | undefined,
  input: JsonObject | undefined,
  only?: "digests",
): ArgumentProjection {
  const declared = propertiesOf(input);
  const { open, sensitive } = withoutSensitive(given ?? {}, input);
  const text = canonicalOrPlain(open);
  const digest = { sha256: hash("sha256", text, "hex"), bytes: Buffer.byteLength(text) };
  const withheld = sensitive === 0 ? {} : { sensitive };
  if (only === "digests" || !isJsonObject(open)) return { ...digest, ...withheld };
  const named = Object.keys(open).filter((name) => Object.hasOwn(declared, name));
  const shape = named
    .slice(0, maxNames)
    .map((name) => `${name.slice(0, maxNameLength)}: ${kindOf(own(open, name))}`);
  const unnamed = Object.keys(open).length - shape.length;
  return { ...digest, shape, ...(unnamed > 0 && { unnamed }), ...withheld };
}

/** Names that a schema declares, without those with a sensitive part. Found once per schema. */
const openNames = new WeakMap<JsonObject, ReadonlySet<string>>();

/** Returns the names of given arguments that the contract declares, unless they are sensitive. */
export function parameterNames(
  given: JsonValue | undefined,
  input: JsonObject | undefined,
): readonly string[] {
  if (input === undefined || !isJsonObject(given)) return [];
  let open = openNames.get(input);
  if (open === undefined) {
    const declared = Object.entries(propertiesOf(input));
    open = new Set(
      declared.filter(([, schema]) => !isSensitive(schema, input)).map(([name]) => name),
    );
    openNames.set(input, open);
  }
  const names: string[] = [];
  for (const name of Object.keys(given)) {
    if (open.has(name) && names.length < maxNames) names.push(name.slice(0, maxNameLength));
  }
  return names;
}

/**
 * Removes sensitive parts and everything that contains them. A digest of a four-digit PIN reveals
 * it, so they are not digested either.
 */
function withoutSensitive(
  given: JsonValue,
  input: JsonObject = {},
): { readonly open: JsonValue; readonly sensitive: number } {
  if (!isJsonObject(given)) return { open: given, sensitive: 0 };
  const declared = propertiesOf(input);
  const entries = Object.entries(given);
  const open = entries.filter(([name]) => !isSensitive(own(declared, name), input));
  return { open: Object.fromEntries(open), sensitive: entries.length - open.length };
}

function propertiesOf(input: JsonObject = {}): JsonObject {
  const properties = own(input, "properties");
  return isJsonObject(properties) ? properties : {};
}

function canonicalOrPlain(value: JsonValue): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** Measures texts in characters, lists in items, objects in members. */
function kindOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  if (typeof value === "string") return `string(${value.length})`;
  if (typeof value !== "object") return typeof value;
  return isJsonArray(value) ? `array(${value.length})` : `object(${Object.keys(value).length})`;
}

/**
 * Returns whether a schema declares any part sensitive, also through references: `writeOnly`, a
 * password format, or the keyword itself. An unresolvable reference counts as sensitive.
 */
function isSensitive(schema: JsonValue | undefined, document: JsonObject): boolean {
  if (!isJsonObject(schema)) return false;
  const seen = new Set<JsonValue>([schema]);
  // The set grows during iteration; `for … of` visits additions.
  for (const root of seen) {
    if (!isJsonObject(root)) continue;
    for (const { schema: each } of subschemas(root)) {
      if (isDeclaredSensitive(each)) return true;
      const reference = own(each, "$ref");
      if (reference === undefined) continue;
      const target = targetOf(reference, document);
      if (target === undefined) return true;
      seen.add(target);
    }
  }
  return false;
}

/** Returns whether a schema itself says so, without what it refers to. */
export function isDeclaredSensitive(schema: JsonObject): boolean {
  return (
    own(schema, "writeOnly") === true ||
    own(schema, "format") === "password" ||
    own(schema, "x-sensitive") === true
  );
}

function targetOf(reference: JsonValue, document: JsonObject): JsonValue | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  return valueAt(document, reference.slice(1));
}
