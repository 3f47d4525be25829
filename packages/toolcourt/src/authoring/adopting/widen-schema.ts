import { dialectOf } from "@toolcourt/contracts/internal/schemas/dialect";
import { expansionOf } from "@toolcourt/contracts/internal/schemas/graph";
import {
  dynamicKeywords,
  hasAny,
  mapAt,
  textAt,
  textsIn,
  unevaluatedKeywords,
} from "@toolcourt/contracts/internal/schemas/keywords";
import { defaultLimits } from "@toolcourt/contracts/internal/schemas/limits";
import { isModest } from "@toolcourt/contracts/internal/schemas/measure";
import { indexReferences, referencesFrom } from "@toolcourt/contracts/internal/schemas/references";
import {
  directSubschemas,
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  pointerToken,
  pointerTokens,
  type SchemaPlace,
  subschemas,
  valueAt,
} from "@toolcourt/sdk";

/** A schema that accepts all that another accepts, and more. */
export interface Widened {
  readonly schema: JsonSchema;
  /** JSON Pointers of the parts that accept more than before. Empty for the root. */
  readonly parts: readonly string[];
}

/** Returns JSON Pointers to what prevents that a schema is enforced. */
type Objections = (schema: JsonSchema) => readonly string[];

/**
 * Returns the schema without the parts that cannot be enforced, as narrow as that goes. Undefined
 * if nothing helps.
 */
export function widenSchema(schema: JsonSchema, objections: Objections): Widened | undefined {
  const parts = isMonotone(schema) ? partsWidened(schema, objections) : undefined;
  if (parts !== undefined) return parts;
  return [objectOf(schema), outlineOf(schema), anyObject]
    .filter((wide) => objections(wide).length === 0)
    .map((wide) => ({ schema: wide, parts: [""] }))[0];
}

const anyObject: JsonSchema = { type: "object", additionalProperties: true };

// Where a part that accepts more can make the whole accept less.
const inverting = ["not", "oneOf", "if", "contains"];

/** Tells whether the whole accepts more if a part does that no such keyword encloses. */
function isMonotone(root: JsonSchema): boolean {
  if (!isModest(root, defaultLimits)) return false;
  const all = schemasIn(root);
  const named = ["$id", ...dynamicKeywords, ...unevaluatedKeywords];
  if (all.some((schema) => hasAny(schema, named))) return false;
  return (
    !inverts(root) ||
    all.every((schema) => /^#\/(?:\$defs|definitions)\//.test(textAt(schema, "$ref") ?? "#/$defs/"))
  );
}

function inverts(root: JsonSchema): boolean {
  return schemasIn(root).some((schema) => hasAny(schema, inverting));
}

function schemasIn(root: JsonSchema): readonly JsonSchema[] {
  return [...subschemas(root)].map(({ schema }) => schema);
}

const maxRounds = 200;

function partsWidened(schema: JsonSchema, objections: Objections): Widened | undefined {
  const copy = structuredClone(schema);
  const parts = new Set<string>();
  const replaced = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    const [pointer] = objections(copy);
    if (pointer === undefined) return { schema: copy, parts: [...parts] };
    const place = pointer === "" ? heaviestIn(copy) : enclosing(copy, pointer);
    if (place.pointer === "" || replaced.has(place.pointer)) return undefined;
    if (pointer === `${place.pointer}/pattern`) {
      Reflect.deleteProperty(place.schema, "pattern");
    } else {
      replace(copy, place);
      replaced.add(place.pointer);
    }
    parts.add(place.pointer);
  }
  return undefined;
}

/** Keywords whose subschemas can accept more without making the whole accept less. */
const widenable = new Set(
  "properties additionalProperties items prefixItems allOf anyOf".split(" "),
);

/** The same for definitions, which every reference shares. */
const withDefinitions = new Set([...widenable, "$defs", "definitions"]);

function partsOf(place: SchemaPlace, keywords: ReadonlySet<string>): readonly SchemaPlace[] {
  return directSubschemas(place).filter(({ pointer }) =>
    keywords.has(pointerTokens(pointer.slice(place.pointer.length))[0] ?? ""),
  );
}

/** Returns the innermost part around a pointer that can be widened. */
function enclosing(root: JsonSchema, pointer: string): SchemaPlace {
  const keywords = inverts(root) ? widenable : withDefinitions;
  let place: SchemaPlace = { schema: root, pointer: "" };
  for (;;) {
    const inner = partsOf(place, keywords).find((each) =>
      `${pointer}/`.startsWith(`${each.pointer}/`),
    );
    if (inner === undefined) return place;
    place = inner;
  }
}

/** Returns the largest part that is small enough by itself, or a too large one without parts. */
function heaviestIn(root: JsonSchema): SchemaPlace {
  const references = indexReferences(root, dialectOf(root) ?? "2020-12");
  const sizeOf = ({ schema }: SchemaPlace): number =>
    expansionOf(references, schema, defaultLimits.maxExpansion).subschemas;
  let place: SchemaPlace = { schema: root, pointer: "" };
  for (;;) {
    const [heaviest] = partsOf(place, widenable)
      .map((each) => ({ each, size: sizeOf(each) }))
      .toSorted((one, other) => other.size - one.size);
    if (heaviest === undefined || heaviest.size === 1) return place;
    place = heaviest.each;
    if (heaviest.size <= defaultLimits.maxSubschemas) return place;
  }
}

function replace(root: JsonSchema, { schema, pointer }: SchemaPlace): void {
  const tokens = pointerTokens(pointer);
  const holder = valueAt(root, tokens.slice(0, -1).map(pointerToken).join(""));
  const plain = plainOf(schema, root);
  if (typeof holder === "object" && holder !== null) {
    Object.defineProperty(holder, tokens.at(-1) ?? "", { value: plain, enumerable: true });
  }
}

const types = new Set("object array string number integer boolean null".split(" "));

function isType(value: JsonValue | undefined): boolean {
  const named = isJsonArray(value) ? value : [value];
  return named.length > 0 && named.every((each) => typeof each === "string" && types.has(each));
}

/** Returns a schema with the type and the words of another, and nothing else. */
function plainOf(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const words = ["title", "description", "default"].flatMap((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const type = own(typed(schema, root), "type");
  return { ...(type !== undefined && isType(type) && { type }), ...Object.fromEntries(words) };
}

/** Returns the schema that decides on the type. In draft-07 `$ref` disables its siblings. */
function typed(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const references = indexReferences(root, dialectOf(root) ?? "2020-12");
  const [reference] = referencesFrom(references, schema);
  if (reference === undefined) return schema;
  const { target } = reference;
  return target.kind === "schema" && !hasAny(target.schema, ["$ref"]) ? target.schema : {};
}

/** Returns the schema with a sound root: arguments are always an object. */
function objectOf(root: JsonSchema): JsonSchema {
  const { required: _unsound, ...others } = root;
  return { ...others, type: "object", ...requiredIn(root) };
}

function requiredIn(root: JsonSchema): JsonSchema {
  const listed = mapAt(root, "properties");
  const names = new Set(textsIn(own(root, "required")));
  const required = [...names].filter((name) => Object.hasOwn(listed, name));
  return required.length > 0 ? { required } : {};
}

/** Keywords of a root through which it accepts properties that it does not list. */
const opening =
  "$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if then else patternProperties".split(" ");

/** Returns a schema with the names, types and words of the properties, and nothing else. */
function outlineOf(root: JsonSchema): JsonSchema {
  const properties = Object.entries(mapAt(root, "properties")).map(
    ([name, each]) => [name, isJsonObject(each) ? plainOf(each, root) : {}] as const,
  );
  const description = textAt(root, "description");
  const additional = hasAny(root, opening) ? true : own(root, "additionalProperties");
  return {
    type: "object",
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    ...requiredIn(root),
    ...(additional !== undefined && { additionalProperties: additional !== false }),
  };
}
