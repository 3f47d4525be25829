import { isJsonArray, isJsonObject, type JsonSchema, own, subschemas } from "@toolcourt/sdk";
import { patternsIn } from "./admission/patterns.ts";
import { type Dialect, dialectNamed } from "./dialect.ts";
import { expansionOf } from "./graph.ts";
import { dynamicKeywords, hasAny, unevaluatedKeywords } from "./keywords.ts";
import type { SchemaLimits } from "./limits.ts";
import { indexReferences, type References, referencesFrom } from "./references.ts";

/** Expected cost of compiling and validating with a schema. */
export interface Survey {
  /**
   * Ajv is fast; Hyperjump is correct for dynamic scope, unevaluated parts and embedded documents.
   */
  readonly lane: "ajv" | "hyperjump";
  /** Whether a light schema with these references is cheap enough for the main thread. */
  readonly isTame: boolean;
  /** Maximum cost per node of a value. Undefined if the cost does not grow with the value. */
  readonly costPerNode: number | undefined;
  readonly hasPatterns: boolean;
}

/** Limit on expanded subschemas that Ajv compiles without blocking the event loop. */
const tameSubschemas = 250;
/** Beyond this, Ajv exceeds the worker's compile time. Hyperjump interprets, so it does not. */
const ajvSubschemas = 400;

export function surveyOf(schema: JsonSchema, dialect: Dialect, limits: SchemaLimits): Survey {
  const references = indexReferences(schema, dialect);
  const places = [...subschemas(schema)];
  const expansion = expansionOf(references, schema, limits.maxSubschemas);
  const schemas = places.map((place) => place.schema);
  const lane =
    expansion.subschemas > ajvSubschemas || needsHyperjump({ references, schemas, dialect })
      ? "hyperjump"
      : "ajv";
  return {
    lane,
    isTame: lane === "ajv" && !expansion.isRecursive && expansion.subschemas <= tameSubschemas,
    costPerNode: costPerNode(schemas, expansion.subschemas),
    hasPatterns: places.some((place) => patternsIn(place).length > 0),
  };
}

/** Comparing costs more than reading: every part of every item is serialized. */
const comparisonCost = 10;

function costPerNode(schemas: readonly JsonSchema[], subschemaCount: number): number | undefined {
  if (!schemas.some(looksAtEveryPart)) return undefined;
  return (
    subschemaCount +
    (schemas.some((schema) => own(schema, "uniqueItems") === true) ? comparisonCost : 0)
  );
}

interface SurveyDeps {
  readonly references: References;
  readonly schemas: readonly JsonSchema[];
  readonly dialect: Dialect;
}

function needsHyperjump({ references, schemas, dialect }: SurveyDeps): boolean {
  const known = new Set(schemas);
  return schemas.some(
    (schema, i) =>
      (dialect !== "draft-07" && hasAny(schema, [...dynamicKeywords, ...unevaluatedKeywords])) ||
      (i > 0 && hasAny(schema, ["$id"])) ||
      speaksAnother(schema, dialect) ||
      namesProto(schema) ||
      referencesFrom(references, schema).some(({ reference, target }) => {
        const isByName = !reference.startsWith("#");
        const isOnShelf =
          target.kind === "schema" && known.has(target.schema) && target.schema !== schemas[0];
        return isByName || (target.kind !== "constant" && !isOnShelf);
      }),
  );
}

function speaksAnother(schema: JsonSchema, dialect: Dialect): boolean {
  const named = own(schema, "$schema");
  return named !== undefined && dialectNamed(named) !== dialect;
}

/** Ajv generates `properties.__proto__`, which is not the property of that name. */
function namesProto(schema: JsonSchema): boolean {
  return [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
  ].some((keyword) => {
    const named = own(schema, keyword);
    return isJsonObject(named) && Object.hasOwn(named, "__proto__");
  });
}

const perPart =
  "items additionalItems contains patternProperties propertyNames uniqueItems enum const".split(
    " ",
  );

function looksAtEveryPart(schema: JsonSchema): boolean {
  return (
    perPart.some((keyword) => {
      const value = own(schema, keyword);
      return keyword === "enum"
        ? isJsonArray(value) && value.some(isComposite)
        : isComposite(value) || value === true;
    }) || isJsonObject(own(schema, "additionalProperties"))
  );
}

function isComposite(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
