import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import type { Codec, Scene } from "./codec.ts";
import { jsonText } from "./json-text.ts";
import { referred } from "./referred.ts";
import { oneOf, valuesOf } from "./simple.ts";
import { typed } from "./typed.ts";
import { union } from "./union.ts";
import { annotated, assertionsOf } from "./wording.ts";

const deepest = 8;
const mostSchemas = 1_000;
const mostCharacters = 300_000;

/** A scene for a schema that stands in no other. */
export function openScene(root: JsonSchema): Scene {
  const budget = { schemas: mostSchemas, characters: mostCharacters };
  return { root, inside: [], depth: 0, budget, compile };
}

/** A scene in which everything is JSON text, for a schema whose form is too large to be shown. */
export function openFlatScene(root: JsonSchema): Scene {
  return { ...openScene(root), depth: deepest };
}

/** The form of a schema that strict providers take, or JSON text where there is none. */
function compile(schema: JsonValue | undefined, scene: Scene): Codec {
  scene.budget.schemas -= 1;
  if (!isJsonObject(schema) || scene.budget.schemas < 0 || scene.depth > deepest) {
    return jsonText(schema, scene);
  }
  if (own(schema, "$ref") !== undefined) return referred(schema, scene);
  const alone = loneBranch(schema);
  return alone === undefined ? said(schema, scene) : scene.compile(annotated(alone, schema), scene);
}

/** What a schema says itself: some values, some schemas, or types. */
function said(schema: JsonSchema, scene: Scene): Codec {
  const types = typesOf(schema);
  const values = valuesOf(schema, types);
  if (values !== undefined) return oneOf(schema, values);
  const branches = branchesOf(schema);
  if (branches !== undefined) return eitherOf(schema, branches, scene);
  return types === undefined ? jsonText(schema, scene) : typed(schema, types, scene);
}

/** The one schema that an `allOf`, `anyOf` or `oneOf` consists of, where nothing else is said. */
function loneBranch(schema: JsonSchema): JsonValue | undefined {
  const [keyword, ...more] = assertionsOf(schema);
  if (keyword === undefined || more.length > 0 || !/^(?:all|any|one)Of$/.test(keyword))
    return undefined;
  const branches = own(schema, keyword);
  return isJsonArray(branches) && branches.length === 1 ? branches[0] : undefined;
}

function typesOf(schema: JsonSchema): readonly string[] | undefined {
  const type = own(schema, "type");
  if (typeof type === "string") return [type];
  if (!isJsonArray(type) || type.length === 0) return undefined;
  const types = type.filter((each) => typeof each === "string");
  return types.length === type.length ? types : undefined;
}

/** The schemas of which a value fits one, where they say what it is: not only more about it. */
function branchesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const others = assertionsOf(schema).filter((key) => key !== "type");
  const [keyword] = others;
  if (others.length !== 1 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  const branches = own(schema, keyword);
  if (!isJsonArray(branches) || !branches.every(isJsonObject)) return undefined;
  const type = own(schema, "type");
  if (type === undefined) return branches;
  // What only the outer schema says holds inside of each.
  return branches.map((branch) => ({ type, ...branch }));
}

function eitherOf(schema: JsonSchema, branches: readonly JsonValue[], scene: Scene): Codec {
  const codecs = branches.map((branch) => scene.compile(branch, scene));
  return union(schema, codecs) ?? jsonText(schema, scene, takenBy(codecs));
}

function takenBy(codecs: readonly Codec[]): Codec["takes"] {
  return new Set(codecs.flatMap(({ takes }) => [...takes]));
}
