import {
  directSubschemas,
  isJsonObject,
  type JsonSchema,
  own,
  stepsOf,
  subschemas,
} from "@toolcourt/sdk";
import type { Dialect } from "./dialect.ts";
import { hasAny, listAt, mapAt } from "./keywords.ts";
import { indexReferences, type References } from "./references.ts";

/** Keywords that look at the same object as their neighbor `properties`, which alone would not know of them. */
const inPlace = [
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
];

/** Already decided by the author. */
const decided = ["additionalProperties", "unevaluatedProperties"];

/** Keywords that lead down into the value. Only what they lead to may be closed: a branch sees but a part of its object. */
const downward = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalItems",
  "patternProperties",
]);

/**
 * Makes an input schema refuse arguments that it does not name, as the requirements ask, although most
 * authors do not write it down. `schema` must be a copy of our own: it is changed.
 *
 * The root is closed always. An object below is closed when it lists properties: a bare object is how
 * authors say "any object". What stands inside a branch is left alone.
 */
export function closeInput(schema: JsonSchema, dialect: Dialect): void {
  const references = indexReferences(schema, dialect);
  const shared = new Set(branchTargets(schema, references));
  const found = new Set(below(schema));
  for (const each of found) {
    closeBelow(each);
    const next = hasAny(each, inPlace) ? loneTargets(each, references) : below(each);
    for (const target of next) if (!shared.has(target)) found.add(target);
  }
  closeRoot(schema, dialect);
}

function closeBelow(schema: JsonSchema): void {
  if (Object.keys(mapAt(schema, "properties")).length === 0) return;
  if (!hasAny(schema, inPlace) && !hasAny(schema, decided)) {
    assign(schema, { additionalProperties: false });
  }
}

/** Where a schema leads that does nothing but refer. */
function loneTargets(schema: JsonSchema, references: References): readonly JsonSchema[] {
  const isLone = inPlace.every((keyword) => keyword === "$ref" || !Object.hasOwn(schema, keyword));
  if (!isLone || hasAny(schema, ["properties", "required"])) return [];
  return references
    .from(schema)
    .flatMap(({ target }) => (target.kind === "schema" ? [target.schema] : []));
}

/**
 * Definitions that are part of something larger somewhere: closing them would refuse what the other parts
 * of it describe. A definition counts as such unless every reference to it stands alone below the value.
 */
function* branchTargets(root: JsonSchema, references: References): Generator<JsonSchema> {
  const whole = new Set([root, ...wholePlaces(root)]);
  for (const { schema } of subschemas(root)) {
    const lone = new Set(whole.has(schema) ? loneTargets(schema, references) : []);
    for (const { target } of references.from(schema)) {
      if (target.kind === "schema" && !lone.has(target.schema)) yield target.schema;
    }
  }
}

/** The schemas that are reached without passing through a branch, those on the shelf of definitions included. */
function wholePlaces(root: JsonSchema): ReadonlySet<JsonSchema> {
  const found = new Set([...below(root), ...shelved(root)]);
  for (const each of found) {
    if (!hasAny(each, inPlace)) for (const next of below(each)) found.add(next);
  }
  return found;
}

function shelved(root: JsonSchema): readonly JsonSchema[] {
  return directSubschemas({ schema: root, pointer: "" })
    .filter(({ pointer }) => /^\/(\$defs|definitions)\//.test(pointer))
    .map((place) => place.schema);
}

function closeRoot(root: JsonSchema, dialect: Dialect): void {
  if (own(root, "type") === undefined && !hasAny(root, inPlace)) assign(root, { type: "object" });
  if (hasAny(root, decided)) return;
  if (!hasAny(root, inPlace)) {
    assign(root, { additionalProperties: false });
  } else if (dialect === "draft-07") {
    closeByNames(root);
  } else {
    assign(root, { unevaluatedProperties: false });
  }
}

/**
 * draft-07 cannot say "nothing that no branch has looked at". The next best: only names that some branch
 * mentions. Where a branch takes names by pattern or takes any, the author has said that names are free.
 */
function closeByNames(root: JsonSchema): void {
  const names = namesIn(root, indexReferences(root, "draft-07"));
  if (names === undefined) return;
  const limit = { propertyNames: { enum: [...names] } };
  const reference = own(root, "$ref");
  if (reference === undefined) {
    assign(root, { allOf: [...listAt(root, "allOf"), limit] });
  } else if (Object.keys(root).every((key) => besideReference.has(key))) {
    // `$ref` silences its neighbors in draft-07, so the two go side by side into `allOf`.
    Reflect.deleteProperty(root, "$ref");
    assign(root, { allOf: [{ $ref: reference }, limit] });
  }
}

/** What may stand beside a `$ref` that moves into `allOf` without coming to life. */
const besideReference = new Set([
  "$ref",
  "$schema",
  "$id",
  "$comment",
  "definitions",
  "$defs",
  "title",
  "description",
]);

function namesIn(root: JsonSchema, references: References): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const found = new Set([root]);
  for (const schema of found) {
    if (opensUp(schema)) return undefined;
    for (const name of Object.keys(mapAt(schema, "properties"))) names.add(name);
    for (const branch of branchesOf(schema, references)) found.add(branch);
  }
  return names;
}

/** The schemas that look at the same object. */
function branchesOf(schema: JsonSchema, references: References): readonly JsonSchema[] {
  const referred = references
    .from(schema)
    .flatMap(({ target }) => (target.kind === "schema" ? [target.schema] : []));
  const branches = directSubschemas({ schema, pointer: "" })
    .filter(({ pointer }) => inPlace.includes(stepsOf(pointer)[0] ?? ""))
    .map((place) => place.schema);
  return [...referred, ...branches];
}

function opensUp(schema: JsonSchema): boolean {
  const additional = own(schema, "additionalProperties");
  return additional === true || isJsonObject(additional) || hasAny(schema, ["patternProperties"]);
}

/** The schemas one level down in the value. */
function below(schema: JsonSchema): JsonSchema[] {
  return directSubschemas({ schema, pointer: "" })
    .filter(({ pointer }) => downward.has(stepsOf(pointer)[0] ?? ""))
    .map((place) => place.schema);
}

function assign(schema: JsonSchema, keywords: Readonly<Record<string, unknown>>): void {
  Object.assign(schema, keywords);
}
