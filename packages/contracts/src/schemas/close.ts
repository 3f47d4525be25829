import {
  directSubschemas,
  isJsonObject,
  type JsonSchema,
  own,
  pointerTokens,
  subschemas,
} from "@toolcourt/sdk";
import type { Dialect } from "./dialect.ts";
import { hasAny, listAt, mapAt } from "./keywords.ts";
import { indexReferences, type References, referencesFrom } from "./references.ts";

/**
 * Keywords that apply to the same object as their sibling `properties`, which would ignore them.
 */
const inPlace =
  "$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if then else dependentSchemas dependencies".split(
    " ",
  );

/** Keywords by which the author has already decided. */
const decided = ["additionalProperties", "unevaluatedProperties"];

/**
 * Keywords that descend into the value. Only their targets may be closed: a branch sees only a part
 * of its object.
 */
const downward = new Set(
  "properties items prefixItems additionalItems patternProperties".split(" "),
);

/**
 * Makes an input schema refuse undeclared arguments, as the requirements demand and most authors
 * omit. Modifies `schema`, which must be our own copy.
 *
 * The root is always closed. A nested object is closed if it lists properties: a bare object stands
 * for "any object". Schemas inside a branch are left alone.
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

/** Returns the targets of a schema that consists only of a reference. */
function loneTargets(schema: JsonSchema, references: References): readonly JsonSchema[] {
  const isLone = inPlace.every((keyword) => keyword === "$ref" || !Object.hasOwn(schema, keyword));
  if (!isLone || hasAny(schema, ["properties", "required"])) return [];
  return referencesFrom(references, schema).flatMap(({ target }) =>
    target.kind === "schema" ? [target.schema] : [],
  );
}

/**
 * Yields definitions that are part of a larger schema somewhere. Closing them would refuse
 * properties that the other parts describe. A definition is exempt only if every reference to it
 * stands alone below the value.
 */
function* branchTargets(root: JsonSchema, references: References): Generator<JsonSchema> {
  const whole = new Set([root, ...wholePlaces(root)]);
  for (const { schema } of subschemas(root)) {
    const lone = new Set(whole.has(schema) ? loneTargets(schema, references) : []);
    for (const { target } of referencesFrom(references, schema)) {
      if (target.kind === "schema" && !lone.has(target.schema)) yield target.schema;
    }
  }
}

/** Returns the schemas reachable without passing through a branch, including definitions. */
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
 * Closes a draft-07 schema by name. draft-07 cannot express "no unevaluated properties", so only
 * names that some branch mentions are allowed. If a branch accepts names by pattern or any name,
 * the author has left names free.
 */
function closeByNames(root: JsonSchema): void {
  const names = namesIn(root, indexReferences(root, "draft-07"));
  if (names === undefined) return;
  const limit = { propertyNames: { enum: [...names] } };
  const reference = own(root, "$ref");
  if (reference === undefined) {
    assign(root, { allOf: [...listAt(root, "allOf"), limit] });
  } else if (Object.keys(root).every((key) => besideReference.has(key))) {
    // `$ref` disables its siblings in draft-07, so both move into `allOf`.
    Reflect.deleteProperty(root, "$ref");
    assign(root, { allOf: [{ $ref: reference }, limit] });
  }
}

/** Siblings of a `$ref` that stay without effect when it moves into `allOf`. */
const besideReference = new Set(
  "$ref $schema $id $comment definitions $defs title description".split(" "),
);

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

/** Returns the schemas that apply to the same object. */
function branchesOf(schema: JsonSchema, references: References): readonly JsonSchema[] {
  const referred = referencesFrom(references, schema).flatMap(({ target }) =>
    target.kind === "schema" ? [target.schema] : [],
  );
  const branches = directSubschemas({ schema, pointer: "" })
    .filter(({ pointer }) => inPlace.includes(pointerTokens(pointer)[0] ?? ""))
    .map((place) => place.schema);
  return [...referred, ...branches];
}

function opensUp(schema: JsonSchema): boolean {
  const additional = own(schema, "additionalProperties");
  return additional === true || isJsonObject(additional) || hasAny(schema, ["patternProperties"]);
}

/** Returns the schemas one level down in the value. */
function below(schema: JsonSchema): JsonSchema[] {
  return directSubschemas({ schema, pointer: "" })
    .filter(({ pointer }) => downward.has(pointerTokens(pointer)[0] ?? ""))
    .map((place) => place.schema);
}

function assign(schema: JsonSchema, keywords: Readonly<Record<string, unknown>>): void {
  Object.assign(schema, keywords);
}
