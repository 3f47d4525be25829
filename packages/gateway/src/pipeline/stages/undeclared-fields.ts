import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  valueAt,
} from "@toolcourt/sdk";

/** A value without the fields that its schema does not name. */
export interface Declared {
  readonly value: JsonValue;
  /** How many were removed. The value is the same object if none was. */
  readonly removed: number;
}

/**
 * Removes the fields that a schema does not name, at any depth. An object stays whole where the
 * schema declares it open, or names no field of it. In doubt a field stays: the validator judges
 * what is left.
 */
export function withoutUndeclared(value: JsonValue, schema: JsonSchema): Declared {
  const tally = { removed: 0 };
  const kept = keepDeclared(value, outlineOf(schema), tally);
  return { value: kept, removed: tally.removed };
}

const outlines = new WeakMap<JsonSchema, Outline>();

function outlineOf(schema: JsonSchema): Outline {
  const known = outlines.get(schema);
  if (known !== undefined) return known;
  const outline = new Outline({ root: schema, singles: new Map() }, [schema]);
  outlines.set(schema, outline);
  return outline;
}

/** One document: references lead to its root, and a subschema is outlined once. */
interface Family {
  readonly root: JsonSchema;
  readonly singles: Map<JsonSchema, Outline>;
}

interface Tally {
  removed: number;
}

function keepDeclared(value: JsonValue, outline: Outline | undefined, tally: Tally): JsonValue {
  if (outline === undefined || typeof value !== "object" || value === null) return value;
  if (!isJsonArray(value)) return keepMembers(value, outline, tally);
  if (!outline.hasItems) return value;
  const items = value.map((item, at) => keepDeclared(item, outline.item(at), tally));
  return items.every((item, at) => item === value[at]) ? value : items;
}

function keepMembers(value: JsonObject, outline: Outline, tally: Tally): JsonObject {
  let isSame = true;
  const kept: (readonly [string, JsonValue])[] = [];
  for (const name of Object.keys(value)) {
    const member = own(value, name) ?? null;
    if (!outline.names(name)) {
      tally.removed += 1;
      isSame = false;
      continue;
    }
    const isPlain = typeof member !== "object" || member === null;
    const inner = isPlain ? member : keepDeclared(member, outline.member(name), tally);
    if (inner !== member) isSame = false;
    kept.push([name, inner]);
  }
  return isSame ? value : Object.fromEntries(kept);
}

/** What several schemas of one value say about its members, worked out once. */
class Outline {
  readonly #family: Family;
  readonly #parts: readonly JsonSchema[];
  /** Undefined if members of any name are allowed. */
  readonly #named: ReadonlySet<string> | undefined;
  readonly #members = new Map<string, Outline | undefined>();
  readonly #items = new Map<number, Outline | undefined>();
  readonly hasItems: boolean;

  constructor(family: Family, schemas: readonly JsonSchema[]) {
    this.#family = family;
    const { parts, isOpen } = partsOf(schemas, family.root);
    this.#parts = parts;
    const maps = parts.map((part) => own(part, "properties")).filter(isJsonObject);
    this.#named =
      isOpen || maps.length === 0 ? undefined : new Set(maps.flatMap((map) => Object.keys(map)));
    this.hasItems = parts.some(
      (part) => own(part, "items") !== undefined || own(part, "prefixItems") !== undefined,
    );
  }

  /** Returns whether a member may stay. */
  names(name: string): boolean {
    return this.#named === undefined || this.#named.has(name);
  }

  /** Returns undefined if nothing is known about the member. */
  member(name: string): Outline | undefined {
    // Only named members are remembered: a caller's map may hold any number of others.
    if (this.#named?.has(name) !== true) return this.#below(this.#memberSchemas(name));
    if (!this.#members.has(name)) this.#members.set(name, this.#below(this.#memberSchemas(name)));
    return this.#members.get(name);
  }

  item(at: number): Outline | undefined {
    const slot = Math.min(at, maxPrefix);
    if (!this.#items.has(slot)) this.#items.set(slot, this.#below(this.#itemSchemas(slot)));
    return this.#items.get(slot);
  }

  #memberSchemas(name: string): readonly (JsonValue | undefined)[] {
    return this.#parts.flatMap((part) => {
      const properties = own(part, "properties");
      const named = isJsonObject(properties) ? own(properties, name) : undefined;
      return [named ?? own(part, "additionalProperties")];
    });
  }

  #itemSchemas(at: number): readonly (JsonValue | undefined)[] {
    return this.#parts.map((part) => {
      const items = own(part, "items");
      // Before 2020-12, a list of items was written as `items`.
      const prefix = own(part, "prefixItems") ?? (isJsonArray(items) ? items : undefined);
      const rest = isJsonArray(items) ? own(part, "additionalItems") : items;
      return (isJsonArray(prefix) ? prefix[at] : undefined) ?? rest;
    });
  }

  #below(schemas: readonly (JsonValue | undefined)[]): Outline | undefined {
    const known = schemas.filter(isJsonObject);
    const [only, ...more] = known;
    if (only === undefined) return undefined;
    return more.length === 0 ? this.#single(only) : new Outline(this.#family, known);
  }

  // A recursive schema leads back to itself.
  #single(schema: JsonSchema): Outline {
    const { singles } = this.#family;
    const known = singles.get(schema);
    if (known !== undefined) return known;
    const made = new Outline(this.#family, [schema]);
    singles.set(schema, made);
    return made;
  }
}

/** Longer tuples than this are treated by their last place. */
const maxPrefix = 64;
const maxParts = 200;

interface Parts {
  readonly parts: readonly JsonSchema[];
  readonly isOpen: boolean;
}

/** Returns all schemas that speak about one value: references, conjunctions, alternatives. */
function partsOf(schemas: readonly JsonSchema[], root: JsonSchema): Parts {
  const parts = new Set<JsonSchema>();
  let isOpen = false;
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (parts.has(schema)) continue;
    if (parts.size === maxParts) return { parts: [...parts], isOpen: true };
    parts.add(schema);
    const target = targetOf(schema, root);
    const alternatives = alternativesIn(schema);
    isOpen ||= isDeclaredOpen(schema) || target === "unknown" || alternatives.some(isSilent);
    const others = [target, ...alternatives, ...conjunctsIn(schema)];
    waiting.push(...others.filter(isJsonObject));
  }
  return { parts: [...parts], isOpen };
}

const openings = ["additionalProperties", "unevaluatedProperties"];
const unread = ["patternProperties", "$dynamicRef", "$recursiveRef"];

/** Returns whether a schema allows members that it does not name, or might. */
function isDeclaredOpen(schema: JsonSchema): boolean {
  return (
    openings.some((keyword) => (own(schema, keyword) ?? false) !== false) ||
    unread.some((keyword) => own(schema, keyword) !== undefined)
  );
}

function alternativesIn(schema: JsonSchema): readonly JsonValue[] {
  return ["anyOf", "oneOf"].flatMap((keyword) => listAt(schema, keyword));
}

function conjunctsIn(schema: JsonSchema): readonly JsonValue[] {
  const dependent = own(schema, "dependentSchemas");
  return [
    ...listAt(schema, "allOf"),
    ...["if", "then", "else"].map((keyword) => own(schema, keyword) ?? null),
    ...(isJsonObject(dependent) ? Object.values(dependent) : []),
  ];
}

function listAt(schema: JsonSchema, keyword: string): readonly JsonValue[] {
  const list = own(schema, keyword);
  return isJsonArray(list) ? list : [];
}

const speaking = ["properties", "$ref", "allOf", "anyOf", "oneOf", "enum", "const", "required"];

/** Returns whether an alternative allows any object by saying nothing about its members. */
function isSilent(schema: JsonValue): boolean {
  if (schema === true) return true;
  if (!isJsonObject(schema) || speaking.some((keyword) => own(schema, keyword) !== undefined)) {
    return false;
  }
  const type = own(schema, "type");
  return type === undefined || type === "object" || (isJsonArray(type) && type.includes("object"));
}

/** Returns the schema that a reference leads to. Undefined if there is no reference. */
function targetOf(schema: JsonSchema, root: JsonSchema): JsonSchema | "unknown" | undefined {
  const reference = own(schema, "$ref");
  if (reference === undefined) return undefined;
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return "unknown";
  try {
    const found = valueAt(root, decodeURIComponent(reference.slice(1)));
    return isJsonObject(found) ? found : "unknown";
  } catch {
    return "unknown";
  }
}
