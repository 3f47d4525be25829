import {
  digestOf,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  type Place,
  pointerToken,
  pointerTokens,
} from "@toolcourt/sdk";
import { discriminated } from "./discriminated.ts";
import type { Edition, OpenApiDocument } from "./document.ts";
import { ImportProblem, targetOf } from "./follow.ts";
import { modernized } from "./modernized.ts";
import { withoutSecretFields } from "./secret-fields.ts";

export interface Translation {
  readonly edition: Edition;
  /** Fields that only the other side may send are not required. */
  readonly direction: "input" | "output";
  readonly root: OpenApiDocument["root"];
  /** Receives the place of each referenced definition, by its name. */
  readonly places: Map<string, Place>;
  /** Receives the names of the referenced definitions. */
  readonly refersTo: Set<string>;
  /** Receives the pointers of fields that no call could fill. */
  readonly leftOut: string[];
}

/** Below the limit of admission, so that nothing deeper is ever stored. */
const maxLevels = 64;

/**
 * Translates a schema of any edition to JSON Schema 2020-12. Drops other keywords. Throws an
 * `ImportProblem` if a schema cannot be expressed.
 */
export function translateSchema(place: Place, translation: Translation): JsonSchema {
  const schema = translated(place, translation, 0);
  if (isJsonObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

function translated(place: Place, translation: Translation, level: number): JsonValue {
  const { pointer } = place;
  const value = visibleTo(place, translation);
  if (level > maxLevels) throw new ImportProblem(pointer, "The schema nests too deep.");
  if (typeof value === "boolean") return value;
  if (!isJsonObject(value)) throw new ImportProblem(pointer, "There must be a schema here.");
  const reference = own(value, "$ref");
  if (typeof reference === "string" && translation.edition !== "3.1") {
    return referring(value, refer(translation, reference, pointer));
  }
  const entries = Object.entries(value).flatMap(([keyword, held]) =>
    entryOf({ keyword, held, pointer: pointer + pointerToken(keyword) }, translation, level + 1),
  );
  const schema: JsonSchema = Object.fromEntries(entries);
  const modern = modernized(schema, value, translation);
  return discriminated(modern, value, (of) => refer(translation, of, pointer));
}

/** Removes secret fields from inputs: a secret sent by a model was leaked before. */
function visibleTo({ value, pointer }: Place, { direction, leftOut }: Translation): JsonValue {
  if (direction === "output" || !isJsonObject(value)) return value;
  return withoutSecretFields(value, pointer, leftOut);
}

/** Resolves a reference from its pointer, and returns the name of its definition. */
function refer({ root, places, refersTo }: Translation, reference: string, from: string): string {
  const target = targetOf(root, reference, from);
  const name = nameOf(target.pointer);
  places.set(name, target);
  refersTo.add(name);
  return name;
}

const shelf = /^\/(?:components\/schemas|definitions)\/([\w.-]{1,100})$/;

// Stable across imports: the same pointer always gets the same name. Other places than components
// get a character that component names cannot have, so names are unique.
function nameOf(pointer: string): string {
  const plain = shelf.exec(pointer)?.[1];
  if (plain !== undefined) return plain;
  const last =
    pointerTokens(pointer)
      .at(-1)
      ?.replaceAll(/[^\w.-]/g, "") ?? "";
  return `${last.slice(0, 40)}@${digestOf(pointer).slice(7, 23)}`;
}

/** Keeps only a description next to a reference, since siblings are ignored before 3.1. */
function referring(beside: JsonObject, name: string): JsonSchema {
  const description = own(beside, "description");
  return {
    $ref: `#/$defs/${name}`,
    ...(typeof description === "string" ? { description } : {}),
  };
}

interface Entry {
  readonly keyword: string;
  readonly held: JsonValue;
  readonly pointer: string;
}

type Entries = readonly (readonly [string, JsonValue])[];

function entryOf(entry: Entry, translation: Translation, level: number): Entries {
  const { keyword, held, pointer } = entry;
  if (refused.has(keyword)) {
    throw new ImportProblem(pointer, "Schemas with names of their own are not imported.");
  }
  if (plain.has(keyword)) return [[keyword, held]];
  if (keyword === "$ref") return referenceEntry(held, pointer, translation);
  const below: Below = (value, at) => translated({ value, pointer: at }, translation, level);
  if (isJsonArray(held)) return listEntry(keyword, () => each(held, entry, below));
  if (single.has(keyword)) return [[keyword, below(held, pointer)]];
  return maps.has(keyword) && isJsonObject(held) ? [[keyword, members(held, entry, below)]] : [];
}

/** Converts a list of `items` to `prefixItems`. */
function listEntry(keyword: string, translate: () => JsonValue): Entries {
  if (keyword === "items") return [["prefixItems", translate()]];
  return lists.has(keyword) ? [[keyword, translate()]] : [];
}

function referenceEntry(held: JsonValue, pointer: string, translation: Translation): Entries {
  return typeof held === "string" ? [["$ref", `#/$defs/${refer(translation, held, pointer)}`]] : [];
}

type Below = (value: JsonValue, at: string) => JsonValue;

function each(held: readonly JsonValue[], { pointer }: Entry, below: Below): JsonValue {
  return held.map((value, index) => below(value, pointer + pointerToken(index)));
}

// `Object.fromEntries` creates a member named `__proto__` without changing the prototype.
function members(held: JsonObject, { pointer }: Entry, below: Below): JsonValue {
  const entries = Object.entries(held).map(
    ([name, value]) => [name, below(value, pointer + pointerToken(name))] as const,
  );
  return Object.fromEntries(entries);
}

/** These change the targets of references, and thus mislead a reviewer. */
const refused = new Set([
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
]);

// Excludes nested definitions: referenced ones are bundled by their pointer.
const single = new Set(
  `additionalProperties contains contentSchema else if items not propertyNames then
   unevaluatedItems unevaluatedProperties`.split(/\s+/),
);

const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

const maps = new Set(["dependentSchemas", "patternProperties", "properties"]);

const plain = new Set(
  `const contentEncoding contentMediaType default dependentRequired deprecated description enum
   examples exclusiveMaximum exclusiveMinimum format maxContains maxItems maxLength
   maxProperties maximum minContains minItems minLength minProperties minimum multipleOf
   pattern readOnly required title type uniqueItems writeOnly`.split(/\s+/),
);
